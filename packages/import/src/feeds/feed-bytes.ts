const sevenBit = /^(iso-2022-\w+|hz-gb-2312)$/i;

/**
 * The text of a feed, whatever its encoding. A byte order mark counts first. Bytes that are UTF-8 are UTF-8, whatever
 * else is said of them; then the header's charset counts, and the XML declaration's.
 *
 * @param contentType the header of that name, or null
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return decode(bytes, marked) ?? "";
  const head = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  const named = [
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1],
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1],
  ].filter((name) => name !== undefined);
  const first = named.find((name) => sevenBit.test(name)) ?? "utf-8";
  for (const name of [first, ...named]) {
    const text = decode(bytes, name, true);
    if (text !== null) return text;
  }
  return decode(bytes, named.length > 0 ? "utf-8" : "windows-1252") ?? "";
}

/** The encoding of XML by its first bytes: a byte order mark, or the zeros of UTF-16. */
export function encodingOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // XML begins with `<` or a blank.
  if (first !== undefined && first !== 0 && second === 0) return "utf-16le";
  return first === 0 && second !== undefined && second !== 0 ? "utf-16be" : null;
}

/** Null for an unknown encoding, and with `fatal` for bytes that are invalid in it. */
function decode(bytes: Uint8Array, encoding: string, fatal = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}
