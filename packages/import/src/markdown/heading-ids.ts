import { mapProse } from "@freehold/protocol";
import { nameHeading } from "@freehold/protocol/internal";

const heading = /^ {0,3}#{1,6}[ \t]/;
const idAtEnd = /^\{#([\w:.-]{1,100})(?:[ \t][^{}\n]{0,100})?\}$/;
const linkToPart = /(?<=\]\(#)[\w:.%-]{1,300}(?=[ \t)])/g;

/**
 * Leaves out the ids that a text gives to its headings (`## Methods {#m}`), and leads its links to them to the ids that this node gives
 * (decision 0047).
 */
export function leadToHeadings(markdown: string): string {
  if (!markdown.includes("{#")) return markdown;
  const ids = new Map<string, string>();
  const bare = mapProse(markdown, (prose) => withoutHeadingIds(prose, ids));
  return mapProse(bare, (prose) => prose.replace(linkToPart, (id) => ids.get(id) ?? id));
}

/** @param ids gets the ids of this node by those of the text */
export function withoutHeadingIds(prose: string, ids?: Map<string, string>): string {
  const lines = prose.split("\n").map((line) => {
    const at = heading.test(line) ? line.lastIndexOf("{#") : -1;
    const [, id] = (at < 0 ? null : idAtEnd.exec(line.slice(at).trimEnd())) ?? [];
    if (id === undefined) return line;
    const words = line.slice(0, at).trimEnd();
    ids?.set(id, nameHeading(words.replace(heading, "").replace(/\]\([^()\s]*\)|[*`~[\]\\]/g, "")));
    return words;
  });
  return lines.join("\n");
}
