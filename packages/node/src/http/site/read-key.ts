import { EwpError } from "@freehold/protocol";

/**
 * What stands for a post in the path of its page: its number, or its content hash.
 *
 * @throws EwpError NOT_FOUND for anything else
 */
export function readKey(text: string): PostKey {
  const key = keyOf(text);
  if (key === null) throw new EwpError("NOT_FOUND");
  return key;
}

/** The same; null for anything else. */
export function keyOf(text: string): PostKey | null {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { contentHash: text };
  return /^[1-9]\d{0,14}$/.test(text) ? { id: Number(text) } : null;
}

type PostKey = { id: number } | { contentHash: string };
