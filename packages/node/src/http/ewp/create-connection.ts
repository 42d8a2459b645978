import { endpoints } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { acceptConnection } from "../../domain/connections/accept-follow.ts";

/** POST /ewp/connections (specification 4.5): a signed follow. */
export function createConnection(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    await acceptConnection(ctx, request.body, request.ip ?? null);
    return reply.code(endpoints.createConnection.success).send({ status: "created" });
  };
}
