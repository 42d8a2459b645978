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
