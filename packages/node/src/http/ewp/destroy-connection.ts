import { endpoints } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { acceptTermination } from "../../domain/connections/unfollow.ts";

/** DELETE /ewp/connections (specification 4.6): the signed end of a follow, by either side. */
export function destroyConnection(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    await acceptTermination(ctx, request.body);
    return reply.code(endpoints.destroyConnection.success).send();
  };
}
