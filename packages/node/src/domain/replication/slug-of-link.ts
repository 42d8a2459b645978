import { joinNodeUrl } from "@freehold/protocol";
import { limits } from "../limits.ts";
import { isSlug } from "../publications/labels.ts";

/**
 * The slug in a canonical link, which is how a slug travels (decisions 5): `{node}/slug/{slug}`.
 *
 * @param canonical the link's target, absolute or relative to the node
 * @param nodeUrl the publisher's base URL; a link to anywhere else says nothing
 */
export function slugOfLink(canonical: string | null, nodeUrl: string): string | null {
  if (canonical === null || canonical.length > limits.slugLinkLength) return null;
  const base = joinNodeUrl(nodeUrl, "/slug/");
  const link = URL.parse(canonical, base);
  const pages = new URL(base);
  if (link?.origin !== pages.origin || !link.pathname.startsWith(pages.pathname)) return null;
  return parseSlug(decode(link.pathname.slice(pages.pathname.length)));
}

/** A peer's word for a slug, or null when it is none. */
export function parseSlug(text: string | null): string | null {
  return text !== null && isSlug(text) ? text : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
