import { PeerError } from "./peer-error.ts";

/**
 * Reads a whole body.
 *
 * @throws PeerError too-large for a larger body, and the errors of the body
 */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of limitBytes(body, maxBytes)) {
    chunks.push(chunk);
    size += chunk.length;
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Reads a body as JSON in UTF-8; undefined when it is not. Throws like `readBody`. */
export async function readJson(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<unknown> {
  const bytes = await readBody(body, maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Passes bytes on up to a limit; beyond it, throws PeerError too-large. */
export function limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  return tapBytes(body, {
    chunk(bytes) {
      size += bytes.length;
      if (size > maxBytes) throw new PeerError("too-large", `The answer has more than ${maxBytes} bytes.`);
    },
  });
}

/** Observes bytes. The reader gets any error that these functions throw. */
export interface Tap {
  chunk?: (bytes: Uint8Array) => void;
  end?: () => void;
  /** Maps an error of the source or of these functions to the error for the reader. */
  error?: (error: unknown) => unknown;
}

/**
 * Passes bytes on to the reader and to a tap. Unlike a generator, it closes its source even if the reader stops before
 * the first byte, so that no connection stays open.
 */
export function tapBytes(
  source: AsyncIterable<Uint8Array>,
  { chunk, end, error }: Tap,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = source[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const result = await inner.next();
            if (result.done) end?.();
            else chunk?.(result.value);
            return result;
          } catch (thrown) {
            await endQuietly(inner);
            throw error ? error(thrown) : thrown;
          }
        },
        async return() {
          await endQuietly(inner);
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** Closes a body without reading it. */
export async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await endQuietly(body[Symbol.asyncIterator]());
}

// A source that fails on close is closed.
async function endQuietly(iterator: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {}
}
