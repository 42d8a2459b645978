/**
 * A reading that is made at most once in `ms`, however often it is asked for, and not twice at a time. One that fails is
 * made again with the next call.
 *
 * @param now a clock that never goes back, in milliseconds
 */
export function remember<T>(
  ms: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (kept && now() < kept.until) return kept.value;
    const value = read();
    const made = { value, until: Number.POSITIVE_INFINITY };
    kept = made;
    value.then(
      () => {
        if (kept === made) kept = { value, until: now() + ms };
      },
      () => {
        if (kept === made) kept = null;
      },
    );
    return value;
  };
}
