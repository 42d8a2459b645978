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
    for (const [, name = ""] of text.matchAll(tag)) if (/\p{L}/u.test(name)) add(tags, name);
    for (const [, name = ""] of text.matchAll(mention)) add(mentions, name);
  }
  return { tags: [...tags], mentions: [...mentions] };
}

function add(names: Set<string>, name: string): void {
  const folded = foldMark(name);
  if (folded !== "" && names.size < searchLimits.marks) names.add(folded);
}
