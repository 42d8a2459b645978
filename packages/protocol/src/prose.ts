/**
 * Changes a Markdown text outside of code: of fenced blocks, and of spans between backticks.
 *
 * @param change gets the parts between code
 * @param options.skipsIndented also leaves indented blocks alone, which are code outside of lists and footnotes
 */
export function mapProse(
  markdown: string,
  change: (prose: string) => string,
  { skipsIndented = false }: { skipsIndented?: boolean } = {},
): string {
  const parts: string[] = [];
  let prose: string[] = [];
  let open: Fence | null = null;
  const isIndented = createIndentation();
  const flush = () => {
    if (prose.length > 0) parts.push(changeOutsideSpans(prose.join("\n"), change));
    prose = [];
  };
  for (const line of markdown.split("\n")) {
    const isCode: boolean = open === null && isIndented(line);
    const fence: Fence | null = open ?? (isCode ? null : fenceOf(line));
    if (fence === null && !(isCode && skipsIndented)) {
      prose.push(line);
      continue;
    }
    flush();
    parts.push(line);
    open = open !== null && closes(line, open) ? null : fence;
  }
  flush();
  return parts.join("\n");
}

/** The beginning of a block of code. */
interface Fence {
  readonly mark: string;
  readonly isQuoted: boolean;
}

const opening = /^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}(?!`)(?!.*`)|~{3,})/;
const closing = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/;

/** The block of code that a line begins, maybe inside of a list or a quote; null for none. */
function fenceOf(line: string): Fence | null {
  const [, around = "", mark] = opening.exec(line) ?? [];
  return mark === undefined ? null : { mark, isQuoted: around.includes(">") };
}

function closes(line: string, { mark, isQuoted }: Fence): boolean {
  const [, around = "", run = ""] = closing.exec(line) ?? [];
  return run.startsWith(mark) && (isQuoted || !around.includes(">"));
}

/** A span of code ends with as many backticks as it began with, in the same paragraph; an escaped backtick begins none. */
function changeOutsideSpans(text: string, change: (prose: string) => string): string {
  const runs = [...text.matchAll(/`+/g)];
  // The next run of the same length, for each run.
  const ends: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0;
    ends[index] = latest.get(length);
    latest.set(length, index);
  }
  const parts: string[] = [];
  const emptyLines = [...text.matchAll(/\n[ \t>]*(?=\n)/g)];
  let paragraph = 0;
  let at = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const end = ends[index];
    const [open, close] = [runs[index], end === undefined ? undefined : runs[end]];
    if (!open || !close || end === undefined || isEscaped(text, open.index)) continue;
    while ((emptyLines[paragraph]?.index ?? text.length) < open.index) paragraph += 1;
    const isInParagraph = close.index < (emptyLines[paragraph]?.index ?? text.length);
    if (!isInParagraph) continue;
    const stop = close.index + close[0].length;
    parts.push(change(text.slice(at, open.index)), text.slice(open.index, stop));
    at = stop;
    index = end;
  }
  return parts.join("") + change(text.slice(at));
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

/** Tells of line after line of a text whether it is code because of its indentation. */
function createIndentation(): (line: string) => boolean {
  let [isAfterBlank, isInList, isInCode] = [true, false, false];
  return (line) => {
    if (line.trim() === "") {
      isAfterBlank = true;
      return false;
    }
    const isDeep = /^(?: {4}| {0,3}\t)/.test(line);
    if (!isDeep)
      isInList =
        /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)])[ \t]|\[\^[^[\]\s]{1,200}\]:)/.test(line) ||
        (isInList && (!isAfterBlank || line.startsWith(" ")));
    isInCode = isDeep && !isInList && (isAfterBlank || isInCode);
    isAfterBlank = false;
    return isInCode;
  };
}
