import type { Publication } from "../../publications/publication.ts";

/**
 * The address by which a post is quoted: alone in a paragraph it stands for the post, with its origin. Another node's goes by
 * its hash, so that whoever keeps a copy knows it again.
 *
 * @returns null for what has no address yet
 */
export function quoteOf(
  { url, contentHash }: Pick<Publication, "url" | "contentHash">,
  origin: string | null,
): string | null {
  return origin === null ? url : `${origin.replace(/\/$/, "")}/publications/${contentHash}`;
}

/** How a text begins that quotes a post: room for its writer's own words above it. */
export function beginWithQuote(address: string): string {
  return `\n\n${address}\n`;
}
