import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { limits } from "../limits.ts";
import { zoneOf } from "../zone.ts";
import { toWireError, type WireError } from "./to-wire-error.ts";

/** How an error looks to a reader of the site. */
export type FailurePage = (reply: FastifyReply, status: number) => FastifyReply;

/**
 * The one place where what goes wrong becomes a reply (decisions 2): under `/ewp/` and `/api/` exactly
 * `{ "error": CODE }`, with the sentence in `X-Error-Detail`; a page for a reader. What is the node's fault is logged
 * once, with its stack.
 */
export function replyWithError(
  { log }: Pick<Context, "log">,
  failurePage: FailurePage,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const wire = toWireError(error);
  const facts = { id: request.id, method: request.method, path: pathForLog(request), ip: request.ip };
  if (wire.isFailure) log.error({ ...facts, err: error }, "a request failed");
  else if (!isRead(request))
    log.info({ ...facts, code: wire.code, detail: wire.detail }, "a request was refused");
  return sendError(request, reply, wire, failurePage);
}

/** Sends an error, without logging it. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, status, detail, retryAfter }: WireError,
  failurePage: FailurePage,
): FastifyReply {
  forgetContent(reply);
  if (retryAfter !== null) reply.header("retry-after", retryAfter);
  if (zoneOf(request.url) === "site") return failurePage(reply, status);
  return reply
    .code(status)
    .header("x-error-detail", detail)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .type("application/json; charset=utf-8")
    .send(`{"error":"${code}"}`);
}

/** What a handler said about content that does not come now. */
export function forgetContent(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (
      /^(content-|cache-control|etag|last-modified|accept-ranges|x-content-hash|x-created-at|link)/.test(name)
    ) {
      reply.removeHeader(name);
    }
  }
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** Without the query, and never long: anybody can write what they like there. */
export function pathForLog({ url }: FastifyRequest): string {
  return url.split("?", 1)[0]?.slice(0, limits.loggedPathLength) ?? "";
}
