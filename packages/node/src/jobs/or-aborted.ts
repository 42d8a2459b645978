/** The work's result, or a rejection at the signal, also of work that would not look at it. At a signal that was given, it is not begun. */
export async function orAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    // Begun in a promise, so that what throws at once is a rejection too.
    Promise.resolve().then(work).then(resolve, reject);
  });
}
