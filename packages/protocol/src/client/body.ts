import { PeerError } from "./peer-error.ts";

/**
 * The whole of a body.
 *
 * @throws PeerError too-large when there are more bytes; what the body itself throws
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

/** The JSON of a body, in UTF-8; undefined when it is none. Throws as `readBody`. */
export async function readJson(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<unknown> {
  const bytes = await readBody(body, maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Passes bytes on, up to a limit. Throws PeerError too-large behind it. */
export function limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  return tapBytes(body, {
    chunk(bytes) {
      size += bytes.length;
      if (size > maxBytes) throw new PeerError("too-large", `The answer has more than ${maxBytes} bytes.`);
    },
  });
}

/** What is done as bytes pass by. Whatever these functions throw is what the reader gets. */
export interface Tap {
  chunk?: (bytes: Uint8Array) => void;
  end?: () => void;
  /** Turns what the source threw, or these functions, into what the reader gets. */
  error?: (error: unknown) => unknown;
}

/**
 * Passes bytes on and looks at them. Unlike a generator, it ends its source also when it is ended before the first
 * byte was read, so that no connection stays open behind it.
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

/** Ends a body that nobody reads. */
export async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await endQuietly(body[Symbol.asyncIterator]());
}

// A source that fails while it is ended has ended.
async function endQuietly(iterator: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {}
}
