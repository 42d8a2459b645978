import { PeerError } from "./peer-error.ts";

/**
 * Passes bytes on for this long, in milliseconds from the first read. Then closes the source and throws PeerError
 * timeout.
 */
export function limitTime(
  source: AsyncIterable<Uint8Array>,
  milliseconds: number,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = source[Symbol.asyncIterator]();
      const late = Promise.withResolvers<never>();
      // It may reject while no read is pending.
      late.promise.catch(() => {});
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => clearTimeout(timer);
      function giveUp(): void {
        late.reject(new PeerError("timeout", "The answer did not come to its end in time."));
        // Not awaited: a source that waits for bytes may not close.
        inner.return?.().catch(() => {});
      }
      return {
        async next() {
          timer ??= setTimeout(giveUp, milliseconds);
          const step = inner.next();
          step.catch(() => {});
          try {
            const result = await Promise.race([step, late.promise]);
            if (result.done) end();
            return result;
          } catch (error) {
            end();
            throw error;
          }
        },
        async return() {
          end();
          await inner.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
