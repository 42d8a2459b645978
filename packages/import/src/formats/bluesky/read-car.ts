import { createHash } from "node:crypto";
import { MiB } from "@freehold/protocol/internal";
import { invalidImport } from "../../errors.ts";

const carBlockBytes = 4 * MiB; // a block of a Bluesky repository

/** A block of a CAR file. */
export interface CarBlock {
  /** Base32, as it is written everywhere: `bafyrei…`. */
  readonly cid: string;
  readonly bytes: Uint8Array;
}

/** A link to a block, in DAG-CBOR. */
export class Cid {
  readonly text: string;

  constructor(bytes: Uint8Array) {
    this.text = formatCid(bytes);
  }
}

/**
 * Reads the blocks of a CAR file, version 1 (ipld.io/specs/transport/car/carv1), and checks each one's hash.
 *
 * @throws ImportError IMPORT_INVALID for a file that is cut off or damaged
 */
export async function* readCar(source: AsyncIterable<Uint8Array>): AsyncGenerator<CarBlock> {
  const reader = new ByteReader(source);
  try {
    const headerLength = await reader.varint();
    if (headerLength === null) throw invalidImport("The file is empty.");
    await reader.take(Math.min(headerLength, carBlockBytes));
    for (let length = await reader.varint(); length !== null; length = await reader.varint()) {
      if (length > carBlockBytes || length < 36)
        throw invalidImport("The file holds a block of an odd size.");
      const block = await reader.take(length);
      // Version 1, any codec, SHA-256 of 32 bytes.
      if (block[0] !== 1 || block[2] !== 0x12 || block[3] !== 0x20)
        throw invalidImport("The file holds a block that does not belong to Bluesky.");
      const bytes = block.subarray(36);
      if (!createHash("sha256").update(bytes).digest().equals(block.subarray(4, 36)))
        throw invalidImport("A block of the file is damaged: its hash is wrong.");
      yield { cid: formatCid(block.subarray(0, 36)), bytes };
    }
  } finally {
    await reader.close();
  }
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** RFC 4648 base32 in small letters, with multibase's `b`. */
export function formatCid(bytes: Uint8Array): string {
  let text = "b";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns null at the end of the file */
  async varint(): Promise<number | null> {
    let value = 0;
    for (let shift = 0; shift < 49; shift += 7) {
      if (!(await this.#fill(1))) {
        if (shift === 0) return null;
        break;
      }
      const byte = this.#held[0] ?? 0;
      this.#held = this.#held.subarray(1);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw invalidImport("The file is cut off or damaged.");
  }

  async take(length: number): Promise<Buffer> {
    if (!(await this.#fill(length))) throw invalidImport("The file is cut off.");
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return bytes;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #fill(length: number): Promise<boolean> {
    if (this.#held.length >= length) return true;
    const chunks: Uint8Array[] = [this.#held];
    let size = this.#held.length;
    while (size < length && !this.#isOver) {
      const { value, done } = await this.#source.next();
      if (done) this.#isOver = true;
      else {
        chunks.push(value);
        size += value.length;
      }
    }
    this.#held = Buffer.concat(chunks);
    return size >= length;
  }
}
