import type { Context } from "../../context.ts";
import { importLimits } from "./limits.ts";

/**
 * Fetches a missing picture through the guarded way to other servers: https alone, no private addresses, bounded in bytes and
 * time.
 *
 * @returns the bytes as they come
 * @throws PeerError when it is not there, and while it is read
 */
export async function fetchPicture(
  { peers }: Pick<Context, "peers">,
  url: string,
  signal?: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | null> {
  const reply = await peers.send({
    method: "GET",
    url,
    headers: { accept: "image/*" },
    maxBytes: importLimits.pictureBytes,
    deadlineMs: importLimits.pictureMs,
    ...(signal && { signal }),
  });
  if (reply.status === 200) return reply.body;
  await reply.body[Symbol.asyncIterator]().return?.();
  return null;
}
