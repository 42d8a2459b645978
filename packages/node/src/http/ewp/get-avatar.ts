import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readAvatar } from "../../domain/profile/avatar.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";

/** GET /ewp/avatar (specification 4.2): the owner's picture, 404 AVATAR_NOT_SET when there is none. */
export function getAvatar(ctx: Pick<Context, "store" | "blobs" | "owner">): RouteHandlerMethod {
  return async (request, reply) => {
    const { hash, mediaType, size, open } = await readAvatar(ctx);
    // It changes when the owner likes, so it is not kept for long.
    protectBytes(reply).header("cache-control", "public, max-age=300");
    return sendBytes(request, reply, { etag: `"${hash}"`, lastModified: null, mediaType, size, open });
  };
}
