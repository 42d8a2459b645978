import { decodeText } from "../encoding.ts";

/**
 * The text of a feed, whatever its encoding: by its byte order mark, then as UTF-8, then by the header's charset, and the XML
 * declaration's.
 *
 * @param contentType the header of that name, or null
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  return decodeText(bytes, [/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1]]);
}
