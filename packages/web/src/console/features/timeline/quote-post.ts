import type { Publication } from "../../publications/publication.ts";
import { escapeLabel } from "../../publications/referenced-files.ts";

// The part of a post that stands in a quote; the link leads to the rest.
const quotedLength = 300;

/** A post that is quoted, with its text as it is shown, without markup. */
export type Quotable = Pick<Publication, "publisherUrl" | "contentHash" | "state" | "url"> & {
  readonly publisher: string;
  readonly text: string;
};

/**
 * A post as a quote in Markdown, as nodes of the network write them: its author, its words, and a link with the hash of the
 * content, by which every node with a copy recognises it and anybody can check it. Room for one's own words is above.
 *
 * @param original the text of the link
 * @returns null for a post without an address
 */
export function quotePost(post: Quotable, original: string): string | null {
  const { publisherUrl, contentHash, state, url, publisher, text } = post;
  if (url === null || publisherUrl === null) return null;
  const site = publisherUrl.replace(/\/$/, "");
  // A local post can change, so its hash would soon lead elsewhere.
  const address = state === "SIGNED" ? `${site}/publications/${contentHash}` : url;
  const words = shorten(text.replace(/\s+/g, " ").trim());
  const lines = [
    `[${escapeLabel(publisher)}](${site}/):`,
    ...(words === "" ? [] : ["", escapeStart(escapeLabel(words))]),
    "",
    "---",
    `*[${original}](${address})*`,
  ];
  return `\n\n${lines.map((line) => `> ${line}`.trimEnd()).join("\n")}\n`;
}

/** Cuts a text between words. */
function shorten(text: string): string {
  const letters = [...text];
  if (letters.length <= quotedLength) return text;
  const cut = letters.slice(0, quotedLength).join("");
  return `${cut.slice(0, cut.lastIndexOf(" ") > quotedLength / 2 ? cut.lastIndexOf(" ") : undefined)}…`;
}

/** Keeps a line from being a heading, a list or a rule by how it begins. */
function escapeStart(line: string): string {
  return line.replace(/^(\d{1,9})([.)])/, "$1\\$2").replace(/^[#+\-=~|>:]/, "\\$&");
}
