import type { Blobs } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import type { PublicPost } from "../../store/publications/public-posts.ts";

type Text = Pick<PublicPost, "kind" | "contentHash" | "size">;

/** The text of a Markdown post; null for a file, for a text above `maxBytes`, and when the bytes are missing. */
export async function readMarkdown(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash, size }: Text,
  maxBytes: number,
): Promise<string | null> {
  if (kind !== "POST" || size > maxBytes) return null;
  const bytes = await blobs.readAll(contentHash, maxBytes).catch(() => null);
  return bytes && decoder.decode(bytes);
}

/** The same for a text whose bytes are in memory; null for every other one. */
export function peekMarkdown(
  blobs: Blobs,
  { kind, contentHash, size }: Text,
  maxBytes: number,
): string | null {
  const bytes = kind === "POST" && size <= maxBytes ? blobs.peek?.(contentHash) : null;
  return bytes && bytes.length <= maxBytes ? decoder.decode(bytes) : null;
}

const decoder = new TextDecoder();
