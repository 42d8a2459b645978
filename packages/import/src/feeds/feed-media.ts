import { mediaTypeOf, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import type { FeedFile } from "./parsed-feed.ts";
import { baseOf, childOf, childrenOf, textOf, type XmlElement } from "./xml-elements.ts";

/** The elements that may hold media: the item itself, and the groups in it. */
function mediaGroups(element: XmlElement): XmlElement[] {
  const inside = childrenOf(element, "media:group", "media:content");
  if (inside.length === 0) return [element];
  const groups = [element, ...inside.filter(({ name }) => name === "media:group")];
  return [...groups, ...groups.flatMap((group) => childrenOf(group, "media:content"))];
}

/**
 * The files of an entry: enclosures and the contents of Media RSS. Players of Flash play nothing any more. Where pictures are in the
 * text, those beside it are the same ones, or the portrait of the author.
 */
export function filesOf(element: XmlElement, base: string, html: string): FeedFile[] {
  const beside = childrenOf(element, "atom:link", "link").filter(
    ({ attributes }) => attributes.get("rel") === "enclosure",
  );
  const elsewhere = childrenOf(element, "atom:content").filter(({ attributes }) => attributes.has("src"));
  const contents = mediaGroups(element).flatMap((group) => childrenOf(group, "media:content"));
  const hasPictures = contents.length > 0 && /<img\b/i.test(html);
  const media = contents.filter((content) => !isFlash(content) && !(hasPictures && isPicture(content)));
  const named = [...childrenOf(element, "enclosure"), ...beside, ...elsewhere, ...media];
  return named.slice(0, limits.feedFiles).flatMap((one) => toFile(one, base));
}

function isFlash({ attributes }: XmlElement): boolean {
  return /x-shockwave-flash/i.test(attributes.get("type") ?? "");
}

function isPicture({ attributes }: XmlElement): boolean {
  return attributes.get("medium") === "image" || /^image\//i.test(attributes.get("type") ?? "");
}

function toFile(element: XmlElement, outer: string): FeedFile[] {
  const { attributes } = element;
  const url = resolveLink(
    attributes.get("url") ?? attributes.get("href") ?? attributes.get("src"),
    baseOf(element, outer),
  );
  const bytes = Number((attributes.get("length") ?? attributes.get("fileSize"))?.slice(0, 20));
  const size = Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
  return url ? [{ url, mediaType: mediaTypeOf(attributes.get("type")), bytes: size }] : [];
}

/** The picture that stands for an entry or a feed: the largest thumbnail, a picture of its media, a cover; null for none. */
export function pictureOf(element: XmlElement, base: string): string | null {
  const groups = mediaGroups(element);
  const thumbnails = groups
    .flatMap((group) => childrenOf(group, "media:thumbnail"))
    .slice(0, limits.feedFiles)
    .sort((one, other) => widthOf(other) - widthOf(one));
  const pictures = groups.flatMap((group) =>
    childrenOf(group, "media:content", "enclosure").filter(isPicture),
  );
  const covers = childrenOf(element, "itunes:image", "googleplay:image", "image");
  const addresses = [...thumbnails, ...pictures, ...covers].map(
    (one) => one.attributes.get("url") ?? one.attributes.get("href") ?? textOf(childOf(one, "url") ?? one),
  );
  // The portrait of an author stands for all of them.
  const own = addresses.filter((address) => !/\bgravatar\.com\/avatar\//.test(address));
  return own.map((address) => resolveLink(address, base)).find((address) => address !== null) ?? null;
}

function widthOf({ attributes }: XmlElement): number {
  return Number(attributes.get("width")) || 0;
}
