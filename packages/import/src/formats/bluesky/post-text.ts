import { encodeAddress } from "../../html/clean-html.ts";
import { escapeText } from "../../html/escape-text.ts";
import { listOf, objectOf, textOr } from "../read-text.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * The Markdown of a post's text with its facets (docs.bsky.app/docs/advanced-guides/post-richtext): links and mentions, whose
 * positions are counted in bytes of UTF-8. Facets that overlap or lie outside of the text are left out.
 */
export function postText(record: Row): string {
  const bytes = Buffer.from(textOr(record.text));
  const facets = [...listOf(record.facets), ...entitiesOf(record)]
    .map((facet) => ({ ...rangeOf(facet), href: hrefOf(facet) }))
    .filter(({ start, end, href }) => start < end && end <= bytes.length && href !== null)
    .sort((one, other) => one.start - other.start);
  let result = "";
  let at = 0;
  const take = (end: number) => bytes.subarray(at, end).toString("utf8");
  for (const { start, end, href } of facets) {
    if (start < at) continue;
    const before = take(start);
    at = start;
    const text = take(end).replace(/\s+/g, " ").trim();
    result += `${escapeLines(before)}[${escapeText(text)}](${encodeAddress(href ?? "")})`;
    at = end;
  }
  return breakLines(result + escapeLines(take(bytes.length)));
}

/** The links and mentions of posts from before facets (`entities`), whose positions are counted in UTF-16, as facets. */
function entitiesOf({ text, entities }: Row): Row[] {
  const lengthTo = (at: unknown) => Buffer.byteLength(textOr(text).slice(0, Number(at) || 0));
  return listOf(entities).map(({ type, value, index }) => ({
    index: { byteStart: lengthTo(objectOf(index).start), byteEnd: lengthTo(objectOf(index).end) },
    features: [{ $type: `#${textOr(type)}`, uri: value, did: value }],
  }));
}

function rangeOf({ index }: Row): { start: number; end: number } {
  const { byteStart, byteEnd } = objectOf(index);
  return { start: Number(byteStart), end: Number(byteEnd) };
}

/** The target of a facet; hashtags stay as they are written. */
function hrefOf({ features }: Row): string | null {
  for (const feature of listOf(features)) {
    const uri = URL.parse(textOr(feature.uri));
    if (/#link$/.test(textOr(feature.$type)) && /^https?:$/.test(uri?.protocol ?? ""))
      return uri?.href ?? null;
    if (/#mention$/.test(textOr(feature.$type)) && /^did:[\w:.-]+$/.test(textOr(feature.did)))
      return `https://bsky.app/profile/${textOr(feature.did)}`;
  }
  return null;
}

const escapeLines = (text: string) => text.split("\n").map(escapeText).join("\n");

/** An empty line begins a paragraph, any other end of a line is a line break. */
function breakLines(text: string): string {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(/(?<![^\S\n])[^\S\n]*\n/g, "  \n"));
  return paragraphs.filter((part) => part !== "").join("\n\n");
}

/** The hashtags of a post, without their signs. */
export function tagsOfPost(record: Row): readonly string[] {
  const marked = listOf(record.facets)
    .flatMap(({ features }) => listOf(features))
    .filter(({ $type }) => /#tag$/.test(textOr($type)))
    .map(({ tag }) => textOr(tag));
  const others = Array.isArray(record.tags) ? record.tags.map(textOr) : [];
  return [...new Set([...marked, ...others])].filter((tag) => tag !== "");
}
