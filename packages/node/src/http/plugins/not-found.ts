import { EwpError, type EwpErrorCode, endpoints } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FailurePage, presentCode, sendError, zoneOf } from "../present-error.ts";

/** Answers requests that no route answers, before their body is read: it would be ignored. */
export function refuseUnknown(app: FastifyInstance, failurePage: FailurePage): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404) replyNotFound(request, reply, failurePage);
    else done();
  });
  app.setNotFoundHandler((request, reply) => replyNotFound(request, reply, failurePage));
}

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
      presentCode("NOT_FOUND", { detail: "There is nothing at this path." }),
      failurePage,
    );
  reply.header("allow", allowed.join(", "));
  return sendError(request, reply, presentCode("METHOD_NOT_ALLOWED"), failurePage);
}

const table = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]*")}$`),
}));

function allowedMethods(url: string): string[] {
  const path = url.split("?", 1)[0] ?? "";
  const methods = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/**
 * The error of a URL whose percent-encoding is broken: where a parameter stands there, the parameter's error, since a
 * path with a wrong parameter is known; elsewhere there is nothing at such a path.
 */
export function errorOfBadUrl({ method, url }: Pick<FastifyRequest, "method" | "url">): EwpError {
  return new EwpError(codeOfBadUrl(method, url), "The percent-encoding of the URL is broken.");
}

function codeOfBadUrl(method: string, url: string): EwpErrorCode {
  const isRead = method === "GET" || method === "HEAD";
  if (/^\/ewp\/contents\/[^/]*$/.test(url)) return isRead ? "INVALID_HASH_FORMAT" : "METHOD_NOT_ALLOWED";
  if (/^\/ewp\/nodes\/[^/]*$/.test(url)) return method === "PATCH" ? "INVALID_ADDRESS" : "METHOD_NOT_ALLOWED";
  return "NOT_FOUND";
}
