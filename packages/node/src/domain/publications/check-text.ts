import { DomainError } from "../domain-error.ts";

/**
 * Passes bytes through unchanged and makes sure that they are a Markdown post: UTF-8, and not empty.
 *
 * @throws DomainError VALIDATION_FAILED at the first chunk that breaks it, or at the end
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
    throw new DomainError("VALIDATION_FAILED", "A Markdown post is UTF-8 text, and this is not.", {
      cause: error,
    });
  }
  if (size === 0) throw new DomainError("VALIDATION_FAILED", "There is nothing in it.");
}
