import { EwpError } from "@freehold/protocol";

/**
 * What stands for a post in the path of its page: its number, or its content hash.
 *
 * @throws EwpError NOT_FOUND for anything else
 */
export function readKey(text: string): { id: number } | { contentHash: string } {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { contentHash: text };
  if (/^[1-9]\d{0,14}$/.test(text)) return { id: Number(text) };
  throw new EwpError("NOT_FOUND");
}
