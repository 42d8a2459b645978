import { boundName } from "../../domain/files/bound-name.ts";

/**
 * `Content-Disposition: inline` with a file name (RFC 6266): an ASCII form that everybody reads, and the true one as
 * RFC 8187 writes it where that differs. Nothing of the name can end the header or the parameter,
 * and every file system takes it.
 */
export function contentDisposition(filename: string): string {
  const name = lastPart(filename);
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%;]/g, "_");
  const encoded = plain === name ? "" : `; filename*=UTF-8''${encodeParameter(name)}`;
  return `inline; filename="${plain}"${encoded}`;
}

/** A name for bytes without one: a few digits of the hash, and the usual extension of the media type. */
export async function nameOfContent(hash: string, mediaType: string): Promise<string> {
  // A list of 2,500 types, which few nodes need: files have names.
  const { extension } = await import("mime-types");
  return `${hash.slice(2, 14)}.${extension(mediaType) || "bin"}`;
}

/** Without folders, control characters and marks of writing direction, which disguise an extension. */
function lastPart(filename: string): string {
  const name = filename
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  return name === "" || /^\.+$/.test(name) ? "file" : boundName(name);
}

/** RFC 8187's attr-char as it is, the rest percent-encoded UTF-8. */
function encodeParameter(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
