import { searchForward } from "../../html/search-forward.ts";

/** Tells of positions that grow whether they are in code of a Markdown text. */
interface CodePlaces {
  /** Whether a position is between fences, or between backticks of one paragraph. */
  isCode(at: number): boolean;
  /** The text behind a position is read anew, as after a block that was replaced. */
  continueAt(at: number): void;
}

interface Run {
  readonly index: number;
  readonly length: number;
  /** The number of the next run of as many backticks. */
  readonly next: number | undefined;
}

const fenceLine =
  /[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?(`{3,}(?!`)(?![^\n]*`)|~{3,})[ \t]*([^\n]*)/y;

const paragraphEnd = /\n[ \t>]{0,40}(?:\n|```|~~~)/g;

/** Finds code in a text. Unlike a change of the text outside of code, it allows for blocks that only a generator knows. */
export function findCodePlaces(text: string): CodePlaces {
  const runs = runsOf(text);
  const find = searchForward(text);
  let lineStart = 0;
  let fence: string | null = null;
  let run = 0;

  const passLine = () => {
    fenceLine.lastIndex = lineStart;
    const [, mark, info] = fenceLine.exec(text) ?? [];
    if (mark === undefined) return;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && info === "") fence = null;
  };
  const isInSpan = (at: number): boolean => {
    for (let own = runs[run]; own && own.index < at; own = runs[run]) {
      const close = own.next === undefined ? undefined : runs[own.next];
      const isSpan = close && close.index < endOfParagraph(own.index);
      if (isSpan && close.index >= at) return true;
      run = isSpan && own.next !== undefined ? own.next + 1 : run + 1;
    }
    return false;
  };
  const endOfParagraph = (from: number): number => {
    const end = find(paragraphEnd, from);
    return end === -1 ? text.length : end;
  };

  return {
    isCode(at) {
      for (let end = text.indexOf("\n", lineStart); end !== -1 && end < at; ) {
        passLine();
        lineStart = end + 1;
        end = text.indexOf("\n", lineStart);
      }
      return fence !== null || isInSpan(at);
    },
    continueAt(at) {
      lineStart = at;
      fence = null;
      while ((runs[run]?.index ?? at) < at) run += 1;
    },
  };
}

function runsOf(text: string): Run[] {
  const latest = new Map<number, number>();
  const found = [...text.matchAll(/`+/g)];
  const runs: Run[] = [];
  for (let number = found.length - 1; number >= 0; number -= 1) {
    const { 0: run = "", index = 0 } = found[number] ?? {};
    runs[number] = { index, length: run.length, next: latest.get(run.length) };
    latest.set(run.length, number);
  }
  return runs;
}
