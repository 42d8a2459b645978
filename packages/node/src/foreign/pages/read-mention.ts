import { mf2 } from "microformats-parser";
import type { ForeignPage, PageMention } from "../documents.ts";
import { limits } from "../limits.ts";
import { decodePage, isHtml, withoutFragment } from "./page-text.ts";
import { readHtml } from "./read-html.ts";

/**
 * Reads what a page says of another one (Webmention 3.2.2): whether it links to it, and by its microformats how, and who says
 * what. None of its markup is taken.
 *
 * @param target the mentioned page, without a fragment
 * @returns null when the page does not link to it
 */
export function readMention(page: ForeignPage, target: string): PageMention | null {
  const { mediaType, url } = page;
  const text = decodePage(page);
  const { host } = new URL(url);
  const plain = { kind: "mention", authorName: host, authorUrl: null, text: "" } as const;
  if (isHtml(page)) {
    const { targets, outline } = readHtml(text, url);
    return targets.has(target) ? { ...plain, ...readEntry(outline, { target, url, host }) } : null;
  }
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

/** An item of microformats, or a value of one of its properties. */
interface Item {
  type?: unknown;
  value?: unknown;
  properties?: Readonly<Record<string, readonly unknown[]>>;
  children?: readonly unknown[];
}

const kinds = [
  ["in-reply-to", "reply"],
  ["like-of", "like"],
  ["repost-of", "repost"],
  ["bookmark-of", "bookmark"],
] as const;

function readEntry(
  outline: string,
  { target, url, host }: { target: string; url: string; host: string },
): Partial<PageMention> {
  const items = allItems(parse(outline, url));
  const entries = items.filter((item) => hasType(item, "h-entry"));
  const kindOf = (entry: Item) => kinds.find(([property]) => valuesOf(entry, property).some(isTarget))?.[1];
  const isTarget = (value: string) => {
    const address = URL.parse(value, url);
    return address !== null && withoutFragment(address) === target;
  };
  const entry = entries.find((one) => kindOf(one) !== undefined) ?? entries[0];
  const author = toItem(entry?.properties?.author?.[0]) ?? items.find((item) => hasType(item, "h-card"));
  const plainAuthor = valuesOf(entry ?? {}, "author")[0];
  const name = toLine(valuesOf(author ?? {}, "name")[0] ?? plainAuthor ?? "");
  const home = URL.parse(valuesOf(author ?? {}, "url")[0] ?? "", url);
  const said = ["content", "summary", "name"].map((property) => valuesOf(entry ?? {}, property)[0] ?? "");
  return {
    kind: (entry && kindOf(entry)) ?? "mention",
    authorName: name === "" || URL.canParse(name) ? host : name,
    authorUrl: home?.protocol === "https:" && home.username === "" ? home.href : null,
    text: toExcerpt(said.find((text) => text.trim() !== "") ?? ""),
  };
}

function parse(outline: string, url: string): readonly unknown[] {
  try {
    return mf2(outline, { baseUrl: url }).items;
  } catch {
    // A page that the parser does not take is a page without microformats.
    return [];
  }
}

/** The items of a page and those inside of them. */
function allItems(roots: readonly unknown[]): Item[] {
  const items = roots.flatMap((root) => toItem(root) ?? []);
  // It grows while it is walked through.
  for (const { children = [] } of items) items.push(...children.flatMap((child) => toItem(child) ?? []));
  return items;
}

function toItem(value: unknown): Item | undefined {
  return typeof value === "object" && value !== null && "properties" in value ? (value as Item) : undefined;
}

function hasType({ type }: Item, name: string): boolean {
  return Array.isArray(type) && type.includes(name);
}

/** The values of a property as text. */
function valuesOf({ properties }: Item, name: string): string[] {
  const values = properties && Object.hasOwn(properties, name) ? properties[name] : [];
  return (values ?? []).flatMap((value) => {
    if (typeof value === "string") return [value];
    const item = toItem(value);
    const text = Object(value).value;
    return [...(item ? valuesOf(item, "url") : []), ...(typeof text === "string" ? [text] : [])];
  });
}

// Not a limit: the longest name under a comment is declared there.
const nameLength = 60;

/** One line without invisible characters. */
function toLine(text: string): string {
  return cut(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
      .trim(),
    nameLength,
  );
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
