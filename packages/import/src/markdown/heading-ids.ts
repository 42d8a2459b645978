import { mapProse } from "@freehold/protocol";
import { nameHeading } from "@freehold/protocol/internal";
import { findCodePlaces } from "./tags/code-places.ts";

const heading = /^( {0,3}#{1,6}[ \t])(.*)$/gm;
const idAtEnd = /^\{#([\w:.-]{1,100})(?:[ \t][^{}\n]{0,100})?\}$/;
const linkToPart = /(?<=\]\(#)[\w:.%-]{1,300}(?=[ \t)])/g;

/**
 * Leaves out the ids that a text gives to its headings (`## Methods {#m}`), and leads its links to them to the ids that this node gives
 * (decision 0047).
 */
export function leadToHeadings(markdown: string): string {
  if (!markdown.includes("{#")) return markdown;
  const ids = new Map<string, string>();
  const bare = withoutHeadingIds(markdown, ids);
  return mapProse(bare, (prose) => prose.replace(linkToPart, (id) => ids.get(id) ?? id));
}

/** @param ids gets the ids of this node by those of the text */
export function withoutHeadingIds(markdown: string, ids?: Map<string, string>): string {
  const places = findCodePlaces(markdown);
  return markdown.replace(heading, (line, start: string, text: string, place: number) => {
    const at = text.lastIndexOf("{#");
    const [, id] = (at < 0 ? null : idAtEnd.exec(text.slice(at).trimEnd())) ?? [];
    if (id === undefined || places.isCode(place)) return line;
    const words = text.slice(0, at).trimEnd();
    ids?.set(id, nameHeading(words.replace(/\]\([^()\s]*\)|[*`~[\]\\]/g, "")));
    return `${start}${words}`;
  });
}
