import { EwpError } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readOwnProfile } from "../../domain/profile/read-own-profile.ts";
import { sendJson } from "./send-json.ts";

/** GET /ewp/profile (specification 4.1): who this node belongs to. */
export function getProfile(ctx: Pick<Context, "store">): RouteHandlerMethod {
  return async (_request, reply) => {
    const profile = await readOwnProfile(ctx);
    if (profile === null) throw new EwpError("NODE_NOT_FOUND");
    return sendJson(reply, JSON.stringify(profile));
  };
}
