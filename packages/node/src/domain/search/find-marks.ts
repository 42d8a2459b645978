import { foldMark } from "./fold-term.ts";
import { searchLimits } from "./search-limits.ts";

// Not inside a word, a path or a mail address; `##` and `#1` are no tags.
const tag = /(?<![\p{L}\p{M}\p{N}_&/#@.\\])#([\p{L}\p{M}\p{N}_]{1,64})(?![\p{L}\p{M}\p{N}_#])/gu;
const mention =
  /(?<![\p{L}\p{M}\p{N}_&/#@.\\])@([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.-]{0,62}[\p{L}\p{M}\p{N}_])?)(?![\p{L}\p{M}\p{N}_@])/gu;

/** The hashtags and mentions in plain prose, folded, each once, in the order in which they stand there, without their sign. */
export function findMarks(prose: readonly string[]): { tags: string[]; mentions: string[] } {
  const tags = new Set<string>();
  const mentions = new Set<string>();
  for (const text of prose) {
    for (const { name } of locateTags(text)) add(tags, name);
    for (const [, name = ""] of text.matchAll(mention)) add(mentions, name);
  }
  return { tags: [...tags], mentions: [...mentions] };
}

/** The hashtags in a run of plain prose: where each stands with its sign, as it is written, and folded. */
export function locateTags(prose: string): { start: number; end: number; name: string; tag: string }[] {
  return [...prose.matchAll(tag)].flatMap(({ index, 0: { length }, 1: name = "" }) => {
    const folded = /\p{L}/u.test(name) ? foldMark(name) : "";
    return folded === "" ? [] : [{ start: index, end: index + length, name, tag: folded }];
  });
}

function add(names: Set<string>, name: string): void {
  const folded = foldMark(name);
  if (folded !== "" && names.size < searchLimits.marks) names.add(folded);
}
