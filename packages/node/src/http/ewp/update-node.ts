import { endpoints } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { applyProfileUpdate } from "../../domain/profile/peer-profile.ts";

/** PATCH /ewp/nodes/:address (specification 4.8): another node's signed profile. */
export function updateNode(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const { address } = request.params as { address: string };
    await applyProfileUpdate(ctx, address, { body: request.body, ip: request.ip ?? null });
    return reply.code(endpoints.updateNode.success).send();
  };
}
