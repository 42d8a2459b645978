import type { Context } from "../../context.ts";
import type { PublicPost } from "../../store/public-posts.ts";

/**
 * The text of a Markdown post; null for a file, for a text of more than `maxBytes`, and for bytes that are missing.
 */
export async function readMarkdown(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash, size }: Pick<PublicPost, "kind" | "contentHash" | "size">,
  maxBytes: number,
): Promise<string | null> {
  if (kind !== "POST" || size > maxBytes) return null;
  const bytes = await blobs.readAll(contentHash, maxBytes).catch(() => null);
  return bytes && new TextDecoder().decode(bytes);
}
