import type { FileHandle } from "node:fs/promises";
import type { Hash } from "@freehold/protocol";
import type { Blobs } from "../blobs/blobs.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";

/** Bytes at any position of a stored picture. */
export interface PictureBytes {
  /** Bytes. */
  readonly size: number;
  /** @returns the bytes from `start` on: `length` of them, fewer at the end */
  read(start: number, length: number): Promise<Buffer>;
}

export function bytesInMemory(bytes: Uint8Array): PictureBytes {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { size: all.length, read: async (start, length) => all.subarray(start, start + length) };
}

export async function bytesOfFile(handle: FileHandle): Promise<PictureBytes> {
  const { size } = await handle.stat();
  return {
    size,
    async read(start, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      let done = 0;
      while (done < buffer.length) {
        const { bytesRead } = await handle.read(buffer, done, buffer.length - done, start + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return buffer.subarray(0, done);
    },
  };
}

/** The bytes of a stored content. */
export function bytesOfBlob(blobs: Pick<Blobs, "read">, hash: Hash, size: number): PictureBytes {
  return {
    size,
    async read(start, length) {
      const end = Math.min(start + length, size) - 1;
      if (end < start) return Buffer.alloc(0);
      return Buffer.concat(await Array.fromAsync<Uint8Array>(blobs.read(hash, { start, end }, size)));
    },
  };
}

/** The same bytes, of which up to `most` are read. @throws UnreadablePictureError, when it is read, for more */
export function readAtMost({ size, read }: PictureBytes, most: number): PictureBytes {
  let left = most;
  return {
    size,
    async read(start, length) {
      left -= Math.max(0, Math.min(length, size - start));
      if (left < 0) throw new UnreadablePictureError("it is searched no further");
      return await read(start, length);
    },
  };
}

// The bytes of a picture in memory while it is parsed.
const windowBytes = 64 * 1024;

/** Reads a picture through a window that moves, so that a parser holds a part of it in memory. */
export class PictureReader {
  readonly size: number;
  readonly #bytes: PictureBytes;
  #start = 0;
  #window: Buffer = Buffer.alloc(0);

  constructor(bytes: PictureBytes) {
    this.#bytes = bytes;
    this.size = bytes.size;
  }

  /** @throws UnreadablePictureError where the picture ends before */
  async read(start: number, length: number): Promise<Buffer> {
    const found = await this.readUpTo(start, length);
    if (found.length < length) throw new UnreadablePictureError("it breaks off");
    return found;
  }

  /** As `read`, with fewer bytes at the end of the picture. */
  async readUpTo(start: number, length: number): Promise<Buffer> {
    if (length > windowBytes) return await this.#bytes.read(start, length);
    const end = Math.min(start + length, this.size);
    if (start < this.#start || end > this.#start + this.#window.length) {
      this.#window = await this.#bytes.read(start, windowBytes);
      this.#start = start;
    }
    return this.#window.subarray(start - this.#start, Math.max(start, end) - this.#start);
  }

  /** The bytes in memory from `start` on, at least one byte; empty at the end of the picture. */
  async windowAt(start: number): Promise<Buffer> {
    await this.readUpTo(start, 1);
    return this.#window.subarray(start - this.#start);
  }

  /** Whether there is anything but zeros from `start` to before `end`. */
  async hasContent(start: number, end: number): Promise<boolean> {
    for (let at = start; at < end; ) {
      const window = (await this.windowAt(at)).subarray(0, end - at);
      if (window.length === 0) return false;
      if (window.some((byte) => byte !== 0)) return true;
      at += window.length;
    }
    return false;
  }
}
