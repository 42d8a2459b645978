import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { pathForLog } from "./errors/reply-with-error.ts";
import { limits } from "./limits.ts";

/**
 * Logs how requests were answered: every failure of the node, and a sample of the rest, or at the levels for that all of
 * it. Requests that are turned away under load are not failures one by one: the log says when that begins and ends.
 */
export function createReplyLog({
  log,
  config,
}: Pick<Context, "log" | "config">): (request: FastifyRequest, reply: FastifyReply) => void {
  const isTalkative = config.logLevel === "debug" || config.logLevel === "trace";
  let count = 0;
  return (request, reply) => {
    count += 1;
    const isSampled = count % limits.loggedSample === 1;
    const isTold = isSampled || (reply.statusCode >= 500 && !request.isShed);
    if (isTold || isTalkative) {
      const { id, method, ip } = request;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const facts = { id, method, path: pathForLog(request), status: reply.statusCode, ms, ip };
      if (isTold) log.info(facts, "answered");
      else log.debug(facts, "answered");
    }
  };
}
