import { toPlainLine } from "@freehold/protocol/internal";
import type { ForeignPage, PageMention } from "../documents.ts";
import { limits } from "../limits.ts";
import type { Reference } from "./class-names.ts";
import { createItemReader, type Item, type Value } from "./page-items.ts";
import { isHtml, textOfPage } from "./page-text.ts";
import { openPage } from "./walk-page.ts";

/**
 * Reads the mention of one page by another (Webmention 3.2.2): whether it links there, and by its microformats the kind,
 * the author and the text. None of its markup is taken.
 *
 * @param target the mentioned page, without a fragment
 * @returns null when the page does not link to it
 */
export function readMention(page: ForeignPage, target: string): PageMention | null {
  const { mediaType } = page;
  const text = textOfPage(page);
  if (isHtml(page)) return readHtmlMention(text, { url: page.url, target });
  const plain = { kind: "mention", authorName: new URL(page.url).host, authorUrl: null, text: "" } as const;
  if (/^application\/(?:[\w.-]+\+)?json$/.test(mediaType)) return hasValue(text, target) ? plain : null;
  if (mediaType.startsWith("text/plain")) return text.split(/[\s<>"()]+/).includes(target) ? plain : null;
  return null;
}

/** Whether a JSON document has the address as a value. */
function hasValue(json: string, target: string): boolean {
  let isFound = false;
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (value === target) isFound = true;
      return null;
    });
  } catch {
    return false;
  }
  return isFound;
}

function readHtmlMention(html: string, { url, target }: { url: string; target: string }): PageMention | null {
  const page = openPage(html, url);
  const reader = createItemReader((address) => page.resolve(address) === target);
  let isLinked = false;
  page.walk({
    onElement(name, attributes) {
      const isTarget = page.linksOf(name, attributes).includes(target);
      isLinked ||= isTarget;
      reader.onElement(name, attributes, isTarget);
    },
    onEnd: reader.onEnd,
    onText: reader.onText,
    isOver: () => false,
  });
  return isLinked ? describe(reader.end(), { host: new URL(url).host, resolve: page.resolve }) : null;
}

const kinds: readonly (readonly [Reference, PageMention["kind"]])[] = [
  ["in-reply-to", "reply"],
  ["like-of", "like"],
  ["repost-of", "repost"],
  ["bookmark-of", "bookmark"],
];

function describe(
  items: readonly Item[],
  { host, resolve }: { host: string; resolve(href: string): string | null },
): PageMention {
  const listed = items.filter(({ isListed }) => isListed);
  const entries = listed.filter(({ type }) => type === "entry");
  const entry =
    entries.find(({ refersBy }) => refersBy.size > 0) ?? entries.find(({ hasLink }) => hasLink) ?? entries[0];
  const kind = kinds.find(([reference]) => entry?.refersBy.has(reference))?.[1] ?? "mention";
  const author = authorOf(entry);
  const card = author ? author.item : listed.find(({ type }) => type === "card");
  const name = toLine(card?.values.get("name")?.text || author?.text || "");
  const url = card?.values.get("url");
  const address = url ? (url.address ?? url.text) : (author?.address ?? null);
  const said = (["content", "summary", "name"] as const).map(
    (property) => entry?.values.get(property)?.text ?? "",
  );
  return {
    kind,
    authorName: name === "" || URL.canParse(name) ? host : name,
    authorUrl: address === null ? null : publicAddress(resolve(address)),
    text: toExcerpt(said.find((text) => text.trim() !== "") ?? ""),
  };
}

/** The author of an entry, or of the list that it stands in. */
function authorOf(entry: Item | undefined): Value | undefined {
  for (let item = entry ?? null; item; item = item.parent) {
    const author = item.values.get("author");
    if (author) return author;
  }
  return undefined;
}

function publicAddress(address: string | null): string | null {
  const url = URL.parse(address ?? "");
  return url?.protocol === "https:" && url.username === "" ? url.href : null;
}

// The longest name under a comment is declared there.
const nameLength = 60;

/** One line without invisible characters. */
function toLine(text: string): string {
  return cut(toPlainLine(text), nameLength);
}

/** Paragraphs of plain text. */
function toExcerpt(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[[\p{Cc}\p{Cf}]--[\n\u200d]]/gv, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n");
  return cut(plain.trim(), limits.excerptLength);
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
