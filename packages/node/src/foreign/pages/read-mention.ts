import { pageKey, toPlainLine } from "@freehold/protocol/internal";
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
 * @param targets the addresses of the mentioned page; others of the same page (`pageKey`) count as well
 * @returns null when the page does not link to it
 */
export function readMention(page: ForeignPage, targets: readonly string[]): PageMention | null {
  const { mediaType } = page;
  const text = textOfPage(page);
  const keys = new Set(targets.flatMap((target) => pageKey(target) ?? []));
  const isTarget = (address: string) => isAddress.test(address) && keys.has(pageKey(address) ?? "");
  if (isHtml(page)) return readHtmlMention(text, { url: page.url, isTarget });
  const plain = { kind: "mention", authorName: new URL(page.url).host, authorUrl: null, text: "" } as const;
  if (/^application\/(?:[\w.-]+\+)?json$/.test(mediaType)) return hasValue(text, isTarget) ? plain : null;
  if (mediaType.startsWith("text/plain")) return text.split(/[\s<>"()]+/).some(isTarget) ? plain : null;
  return null;
}

/** An address of the web that is not too long. */
const isAddress = new RegExp(`^https?:.{1,${limits.addressLength}}$`, "is");

/** Whether a JSON document has the address as a value. */
function hasValue(json: string, isTarget: (address: string) => boolean): boolean {
  let isFound = false;
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === "string" && isTarget(value)) isFound = true;
      return null;
    });
  } catch {
    return false;
  }
  return isFound;
}

function readHtmlMention(
  html: string,
  { url, isTarget }: { url: string; isTarget(address: string): boolean },
): PageMention | null {
  const page = openPage(html, url);
  const reader = createItemReader((address) => isTarget(page.resolve(address) ?? ""));
  let isLinked = false;
  page.walk({
    onElement(name, attributes) {
      const leadsToTarget = page.linksOf(name, attributes).some(isTarget);
      isLinked ||= leadsToTarget;
      reader.onElement(name, attributes, leadsToTarget);
    },
    onEnd: reader.onEnd,
    onText: reader.onText,
    isOver: () => false,
  });
  return isLinked ? describe(reader.end(), { url, resolve: page.resolve }) : null;
}

const kinds: readonly (readonly [Reference, PageMention["kind"]])[] = [
  ["in-reply-to", "reply"],
  ["like-of", "like"],
  ["repost-of", "repost"],
  ["bookmark-of", "bookmark"],
];

function describe(
  items: readonly Item[],
  { url: page, resolve }: { url: string; resolve(href: string): string | null },
): PageMention {
  const listed = items.filter(({ isListed }) => isListed);
  const entries = listed.filter(({ type }) => type === "entry");
  const entry =
    entries.find(({ refersBy }) => refersBy.size > 0) ?? entries.find(({ hasLink }) => hasLink) ?? entries[0];
  const kind = kinds.find(([reference]) => entry?.refersBy.has(reference))?.[1] ?? "mention";
  const author = authorOf(entry);
  const card = author ? author.item : listed.find(({ type }) => type === "card");
  const name = toLine(card?.values.get("name")?.text || author?.text || "");
  const home = homeOf(card?.values.get("url") ?? author);
  const said = (["content", "summary", "name"] as const).map(
    (property) => entry?.values.get(property)?.text ?? "",
  );
  return {
    kind,
    authorName: name === "" || URL.canParse(name) ? new URL(page).host : name,
    authorUrl: home === null ? null : publicAddress(resolve(home), page),
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

/** The address of a value: that of its element, or a text that is one. */
function homeOf(value: Value | undefined): string | null {
  return value ? (value.address ?? (isAddress.test(value.text) ? value.text : null)) : null;
}

/** An address that can be shown; null for that of the page itself, which is nobody's home. */
function publicAddress(address: string | null, page: string): string | null {
  const url = URL.parse(address ?? "");
  if (url?.protocol !== "https:" || url.username !== "" || pageKey(url.href) === pageKey(page)) return null;
  return url.href;
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
