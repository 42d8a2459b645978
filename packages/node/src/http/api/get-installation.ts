import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readInstallation } from "../../domain/installation/owner.ts";

/** GET /api/install (specification 4.10, decisions 7): whether this node has an owner, and since when. */
export function getInstallation(ctx: Pick<Context, "store">): RouteHandlerMethod {
  return async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return reply.send(await readInstallation(ctx));
  };
}
