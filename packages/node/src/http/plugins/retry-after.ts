import type { FastifyInstance, FastifyReply } from "fastify";
import { limits } from "../limits.ts";

/** Adds Retry-After to every refusal that is temporary, whichever part of the node made it. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isTemporary(reply) && !reply.hasHeader("retry-after")) {
      reply.header("retry-after", limits.retryAfterSeconds);
    }
    done(null, payload);
  });
}

function isTemporary({ statusCode }: FastifyReply): boolean {
  return statusCode === 429 || statusCode === 503 || statusCode === 507;
}
