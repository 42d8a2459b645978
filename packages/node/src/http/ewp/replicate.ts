import { endpoints } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { replicateNow } from "../../domain/replication/replicate-now.ts";
import { readNodeUpdated } from "./request.ts";

/** POST /ewp/replications (specification 4.9): a followed publisher's proof, answered when its content is here. */
export function replicate(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    await replicateNow(ctx, request.body, readNodeUpdated(request.headers));
    return reply.code(endpoints.replicate.success).send({ status: "replicated" });
  };
}
