import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Hash } from "@freehold/protocol";

/** Writes a file that appears under its name when it is whole and on the disk, readable for this user alone. */
export async function writeWholeFile(
  path: string,
  source: AsyncIterable<Uint8Array | string>,
  signal?: AbortSignal,
): Promise<void> {
  const temporary = `${path}.part`;
  try {
    const out = createWriteStream(temporary, { mode: 0o600, flush: true });
    await pipeline(Readable.from(source), out, signal ? { signal } : {});
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Whether the file is there with these bytes. */
export async function hasBytes(path: string, { hash, size }: { hash: Hash; size: number }): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.size !== size) return false;
  const hasher = createHash("sha256");
  for await (const chunk of createReadStream(path)) hasher.update(chunk);
  return `0x${hasher.digest("hex")}` === hash;
}
