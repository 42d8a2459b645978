import type { Readable } from "node:stream";
import { KiB } from "@freehold/protocol/internal";

const s3SlowBytes = 32 * KiB; // the bytes of a reply that have to come in `s3StallMs`

/**
 * The chunks of a reply. Ends the reply when fewer than `s3SlowBytes` arrive in `stallMs`. Only the time in which this waits for
 * the storage counts, because a reader may be slow.
 *
 * @param stallMs how long it may take
 * @throws what ended the reply
 */
export async function* readInTime(body: Readable, stallMs: number): AsyncGenerator<Uint8Array> {
  const end = () => body.destroy(new Error("The storage stopped sending, or sends too slowly."));
  let [leftMs, bytes, began] = [stallMs, 0, performance.now()];
  let timer = setTimeout(end, leftMs);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      bytes += chunk.length;
      leftMs -= performance.now() - began;
      if (bytes >= s3SlowBytes) [leftMs, bytes] = [stallMs, 0];
      yield chunk;
      began = performance.now();
      timer = setTimeout(end, leftMs);
    }
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
