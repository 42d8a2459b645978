import { PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";

interface PictureBounds {
  readonly maxBytes: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The types that are asked for; pictures by default. */
  readonly accept?: string;
}

/**
 * Fetches a picture by the guarded HTTP client: https only, no private addresses, bounded in bytes and time.
 *
 * @returns the bytes as they arrive; null where there is no picture
 * @throws PeerError when the picture can't be fetched now, also while it is read
 */
export async function fetchPicture(
  { peers }: Pick<Context, "peers">,
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
  const { status, body } = reply;
  if (status === 200) return body;
  await body[Symbol.asyncIterator]().return?.();
  if (status >= 500) throw new PeerError("refused", "The picture is not there now.", { status });
  return null;
}
