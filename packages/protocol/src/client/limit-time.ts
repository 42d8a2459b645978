import { PeerError } from "./peer-error.ts";

/**
 * Passes bytes on for so long (ms, from the first read on). Then the source is ended, and the reader gets PeerError
 * timeout, whatever the source does meanwhile.
 */
export function limitTime(
  source: AsyncIterable<Uint8Array>,
  milliseconds: number,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const inner = source[Symbol.asyncIterator]();
      const late = Promise.withResolvers<never>();
      // It may fire while nobody reads.
      late.promise.catch(() => {});
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => clearTimeout(timer);
      function giveUp(): void {
        late.reject(new PeerError("timeout", "The answer did not come to its end in time."));
        // A source that waits for its next bytes may keep this waiting as well.
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
