import { Readable } from "node:stream";

/**
 * The chunks of a source until the signal aborts, even while the source hangs. The source is stopped in any case.
 * @throws the reason of the signal
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const step = await nextOrAbort(iterator, signal);
      if (step.done) {
        ended = true;
        return;
      }
      yield step.value;
    }
  } finally {
    if (!ended) {
      // Don't wait: a source that hangs may never answer.
      iterator.return?.().catch(() => {});
      if (source instanceof Readable) {
        source.destroy();
      }
    }
  }
}

function nextOrAbort<T>(
  iterator: AsyncIterator<T>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<T>> {
  if (signal === undefined) {
    return iterator.next();
  }
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    // A listener for each step: a promise that lives as long as the signal would keep every chunk in memory.
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    iterator
      .next()
      .finally(() => signal.removeEventListener("abort", onAbort))
      .then(resolve, reject);
  });
}
