import { endpoints } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { acceptProof } from "../../domain/replication/accept-proof.ts";
import { readNodeUpdated } from "./request.ts";

/** POST /ewp/publications (specification 4.7): a followed publisher's proof; the content is pulled later. */
export function publish(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    await acceptProof(ctx, request.body, readNodeUpdated(request.headers));
    return reply.code(endpoints.publish.success).send({ status: "accepted" });
  };
}
