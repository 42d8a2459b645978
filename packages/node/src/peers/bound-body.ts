import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PeerError } from "@freehold/protocol";
import { failureOf } from "./failure-of.ts";

export interface BodyLimits {
  /** The most that is taken. */
  readonly maxBytes: number;
  /** What the reply says of its length, or null. */
  readonly length: number | null;
  /** The pace that a long body must keep on the average, once the grace is over. */
  readonly slowest: { readonly bytesPerSecond: number; readonly graceMs: number };
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
}

/**
 * A peer's body within limits. Ending the iteration early, and every failure, destroys it.
 * @throws PeerError from the iteration: too-large, timeout, unreachable, bad-reply; or the reason of the caller's signal
 */
export function boundBody(body: Readable, limits: BodyLimits): AsyncIterable<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const { bytesPerSecond, graceMs } = limits.slowest;
  const isPaced = limits.length === null || limits.length > (bytesPerSecond * graceMs) / 1000;
  let received = 0;
  let waitedMs = 0;

  function check(chunk: Uint8Array): void {
    received += chunk.length;
    if (received > limits.maxBytes) {
      throw tooLarge();
    }
    if (isPaced && waitedMs > graceMs && (received / waitedMs) * 1000 < bytesPerSecond) {
      throw new PeerError("timeout", "The reply comes too slowly.", { code: "TOO_SLOW" });
    }
  }

  async function next(): Promise<IteratorResult<Uint8Array>> {
    try {
      // Only the waiting counts, not what the reader does in between.
      const askedAt = performance.now();
      const step = await chunks.next();
      waitedMs += performance.now() - askedAt;
      if (step.done) {
        // The connection is free for the next call one turn later: whoever asks at once would open another one.
        await nextTurn();
      } else {
        check(step.value);
      }
      return step;
    } catch (error) {
      body.destroy();
      throw failureOf(error, limits.signal);
    }
  }

  const iterator: AsyncIterator<Uint8Array> = {
    next,
    async return() {
      body.destroy();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** More than the caller takes. */
export function tooLarge(): PeerError {
  return new PeerError("too-large", "The reply is larger than allowed.", { code: "REPLY_TOO_LARGE" });
}
