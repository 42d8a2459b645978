import { EwpError } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { toNodeProfile } from "../../domain/profile/owner.ts";
import { chooseForm, sendJson } from "./response.ts";

/** GET /ewp/profile (specification 4.1): who this node belongs to. */
export function getProfile(ctx: Pick<Context, "owner">): RouteHandlerMethod {
  return async (request, reply) => {
    const own = await ctx.owner.get();
    if (own === null) throw new EwpError("NODE_NOT_FOUND");
    const wire = chooseForm("getProfile", request, reply);
    return sendJson(reply, JSON.stringify(wire.writeProfile(toNodeProfile(own))));
  };
}
