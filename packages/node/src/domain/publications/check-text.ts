import { AppError } from "../../errors.ts";

const mark = Buffer.from("\ufeff");

/**
 * Leaves out the byte-order marks at the beginning of a text, however its chunks cut them: a node that decodes a text
 * before it hashes it has another hash with one (decisions 9).
 */
export async function* dropMarks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** Read, and perhaps the beginning of a mark; null once the text has begun. */
  let held: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (held === null) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    while (held.subarray(0, mark.length).equals(mark)) held = held.subarray(mark.length);
    if (mark.subarray(0, held.length).equals(held)) continue;
    yield held;
    held = null;
  }
  if (held !== null && held.length > 0) yield held;
}

/**
 * Passes bytes through unchanged and makes sure that they are a Markdown post: UTF-8, and not empty.
 *
 * @throws AppError VALIDATION_FAILED at the first chunk that breaks it, or at the end
 */
export async function* checkText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  try {
    for await (const chunk of source) {
      decoder.decode(chunk, { stream: true });
      size += chunk.length;
      yield chunk;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError("VALIDATION_FAILED", "A Markdown post is UTF-8 text, and this is not.", {
      cause: error,
    });
  }
  if (size === 0) throw new AppError("VALIDATION_FAILED", "There is nothing in it.");
}
