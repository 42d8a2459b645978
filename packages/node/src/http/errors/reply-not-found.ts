import { endpoints } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { zoneOf } from "../zone.ts";
import { type FailurePage, sendError } from "./reply-with-error.ts";
import { wireError } from "./to-wire-error.ts";

/**
 * For what no route answers (decisions 2): a known path of the protocol with another method is 405 with `Allow`,
 * everything else 404.
 */
export function replyNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  failurePage: FailurePage,
): FastifyReply {
  const allowed = zoneOf(request.url) === "ewp" ? allowedMethods(request.url) : [];
  if (allowed.length === 0)
    return sendError(
      request,
      reply,
      wireError("NOT_FOUND", { detail: "There is nothing at this path." }),
      failurePage,
    );
  reply.header("allow", allowed.join(", "));
  return sendError(request, reply, wireError("METHOD_NOT_ALLOWED"), failurePage);
}

const table = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]*")}$`),
}));

/** What the protocol takes at a path; nothing where it has no such path. */
function allowedMethods(url: string): string[] {
  const path = url.split("?", 1)[0] ?? "";
  const methods = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
