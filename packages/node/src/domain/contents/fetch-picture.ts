import { PeerError, parseRetryAfter } from "@freehold/protocol";
import type { Context } from "../../context.ts";

interface PictureBounds {
  readonly maxBytes: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The types that are asked for; pictures by default. */
  readonly accept?: string;
}

/** Statuses besides those of a failure by which a server asks to come again. */
const busyStatuses = new Set([408, 425, 429]);

/**
 * Fetches a picture by the guarded HTTP client: https only, no private addresses, bounded in bytes and time.
 *
 * @returns the bytes as they arrive; null where there is no picture
 * @throws PeerError when the picture can't be fetched now, also while it is read; with the status and `Retry-After` of the answer
 */
export async function fetchPicture(
  { peers, clock }: Pick<Context, "peers" | "clock">,
  url: string,
  { maxBytes, deadlineMs, signal, accept = "image/*" }: PictureBounds,
): Promise<AsyncIterable<Uint8Array> | null> {
  const reply = await peers.send({
    method: "GET",
    url,
    headers: { accept },
    maxBytes,
    deadlineMs,
    ...(signal && { signal }),
  });
  const { status, headers, body } = reply;
  if (status === 200) return body;
  await body[Symbol.asyncIterator]().return?.();
  if (status >= 500 || busyStatuses.has(status)) {
    const retryAfterMs = parseRetryAfter(headers["retry-after"], clock.now());
    throw new PeerError("refused", `Its server answered ${status}.`, { status, retryAfterMs });
  }
  return null;
}
