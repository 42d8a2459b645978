import { Readable } from "node:stream";

/**
 * The chunks of a source until a signal is given, also while the source hangs and would never look at a signal itself.
 * The source is told to stop however the reading ends.
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
      // A source that hangs answers to this only when it wakes up, if ever: it is not waited for.
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
    // A listener for each step: a promise that lives as long as the signal would hold on to every chunk.
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    iterator
      .next()
      .finally(() => signal.removeEventListener("abort", onAbort))
      .then(resolve, reject);
  });
}
