import { nameHeading } from "@freehold/protocol/internal";
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { surroundingsOf } from "./text/text-parts.ts";

/** A heading of a text, by which a reader finds its part. */
export interface Heading {
  /** From 1, as it was written. */
  readonly level: number;
  readonly id: string;
  /** Plain. */
  readonly text: string;
}

/** Names that a page has for other things: its notes, its forms and its comments. */
const ofPage = /^(?:main|comments?(?:-.*)?|(?:subscribe|mail|post)-.*|(?:note|ref|beside)-\d.*)$/;

/**
 * Gives each heading an id made of its words, in every script, and leads links such as `[text](#methods)` to it (decision 0047). A text
 * in a list has no ids, because the list has several texts: its links lead to its page (`page`). A text without `page` stays as it is.
 */
export function headings(md: MarkdownIt): void {
  md.core.ruler.push("headings", (state) => {
    const { page } = surroundingsOf(state.env);
    if (page === "this") leadLinks(state, (name, ids) => `#${ids.get(name) ?? name}`, nameHeadings(state));
    else if (page !== undefined) leadLinks(state, (name) => `${page}#${name}`, new Map());
  });
}

/** @returns the id of the first heading with each name */
function nameHeadings({ tokens }: StateCore): ReadonlyMap<string, string> {
  const used = new Set<string>();
  const times = new Map<string, number>();
  const first = new Map<string, string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const name = nameHeading(plainText(tokens[index + 1]));
    if (name === "") continue;
    const wanted = ofPage.test(name) ? `h-${name}` : name;
    let count = times.get(wanted) ?? 0;
    let id = wanted;
    while (used.has(id)) {
      count += 1;
      id = `${wanted}-${count}`;
    }
    times.set(wanted, count);
    used.add(id);
    if (!first.has(name)) first.set(name, id);
    token.attrSet("id", id);
  }
  return first;
}

const plainText = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("");

/** Leads the links of a text to a place within itself. */
function leadLinks(
  { tokens }: StateCore,
  lead: (name: string, ids: ReadonlyMap<string, string>) => string,
  ids: ReadonlyMap<string, string>,
): void {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === "link_open" ? String(token.attrGet("href") ?? "") : "";
    if (!href.startsWith("#")) continue;
    token.attrSet("href", lead(decode(href.slice(1)), ids));
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The headings of a text that have ids, in its order; none of those in quotations and lists. */
export function listHeadings(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) => {
    const id = token.type === "heading_open" && token.level === 0 ? token.attrGet("id") : null;
    const level = Number(token.tag[1]);
    return id === null ? [] : [{ level, id: String(id), text: plainText(tokens[index + 1]).trim() }];
  });
}

/** Headings from which on a text has a list of contents, if it also takes so many minutes to read. */
const fewest = { headings: 4, minutes: 4 };

/**
 * The list of contents of a long text: its headings of the two highest levels; null for a short one.
 *
 * @param minutes that it takes to read
 */
export function contentsOf(found: readonly Heading[], minutes: number): readonly Heading[] | null {
  const highest = Math.min(...found.map(({ level }) => level));
  const shown = found.filter(({ level, text }) => level <= highest + 1 && text !== "");
  return minutes >= fewest.minutes && shown.length >= fewest.headings ? shown : null;
}
