import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { MiB } from "@freehold/protocol/internal";
import type { AppError } from "../../errors/errors.ts";

const longestLine = 16 * MiB; // one row, or one line of sums

/**
 * The lines of a text file, by its path or its bytes, one at a time, in bounded memory.
 *
 * @throws the error of `toError` for a line that is longer than all that are written
 */
export async function* readLines(
  file: string | AsyncIterable<Uint8Array>,
  toError: (sentence: string) => AppError,
): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of typeof file === "string" ? createReadStream(file) : file) {
    const chunk = decoder.decode(bytes, { stream: true });
    // Earlier bytes are searched once, or a long line takes the square of its length.
    const lines = chunk.includes("\n") ? `${rest}${chunk}`.split("\n") : [];
    rest = lines.pop() ?? rest + chunk;
    if (rest.length > longestLine) {
      const name = typeof file === "string" ? basename(file) : "the file";
      throw toError(`A line of ${name} is too long.`);
    }
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
