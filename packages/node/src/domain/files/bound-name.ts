import { createHash } from "node:crypto";

/** Bytes of one part of a path: file systems take 255, and a file that is being written has an ending more. */
const nameBytes = 200;
const ending = /\.[a-z0-9]{1,12}$/i;

/**
 * A name as every file system takes it: a longer one is cut between characters, and gets digits of its hash, so that two long names
 * stay apart. Its ending stays.
 */
export function boundName(name: string): string {
  if (Buffer.byteLength(name) <= nameBytes) return name;
  const kept = ending.exec(name)?.[0] ?? "";
  const mark = `~${createHash("sha256").update(name).digest("hex").slice(0, 12)}${kept}`;
  return `${cutBytes(name.slice(0, name.length - kept.length), nameBytes - mark.length)}${mark}`;
}

/** The beginning of a text that has so many bytes in UTF-8, without half a character. */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text.toWellFormed());
  let end = Math.min(most, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
