import { EwpError, parseAddress } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { isAllowed } from "../../domain/access/caller.ts";
import { openPeerPicture } from "../../domain/profile/peer-picture.ts";
import { protectBytes } from "../bytes/protect-bytes.ts";
import { sendBytes } from "../bytes/send-bytes.ts";
import { identify } from "./identify.ts";

/** GET /api/portraits/:address: the picture of another node as it is kept here, for whoever may read the timeline. */
export function getPortrait(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const address = parseAddress((request.params as { address: string }).address);
    const caller = await identify(ctx, request, reply);
    const picture =
      address && isAllowed(caller, "read:timeline") ? await openPeerPicture(ctx, address) : null;
    if (picture === null) throw new EwpError("CONTENT_NOT_FOUND", "There is no picture for you here.");
    const { hash, mediaType, size, open } = picture;
    // Its path changes with its bytes.
    protectBytes(reply)
      .header("cache-control", "private, max-age=86400")
      .header("vary", "Cookie, Authorization")
      .header("cross-origin-resource-policy", "same-origin");
    return sendBytes(request, reply, { etag: `"${hash}"`, lastModified: null, mediaType, size, open });
  };
}
