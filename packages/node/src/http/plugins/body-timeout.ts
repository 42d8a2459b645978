import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUpload } from "../graphql/body.ts";
import { replyToBrokenRequest } from "./broken-request.ts";

/**
 * Ends a request whose body takes too long: 408. Node's own limit is the same for every request of a server, and so it has
 * to be as long as a large file needs on a slow line; all bodies but files have this one.
 *
 * @param ms from the end of the headers to that of the body
 */
export function limitBodyTime(app: FastifyInstance, ms: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    // A small body came with its headers, and needs no timer.
    if (hasBody(request) && !isUpload(request)) process.nextTick(limitRest, request, reply, ms);
    done();
  });
}

function limitRest({ raw }: FastifyRequest, reply: FastifyReply, ms: number): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    // What was begun of an answer can't be taken back; this ends its connection.
    if (reply.raw.headersSent) raw.destroy();
    else replyToBrokenRequest("ERR_HTTP_REQUEST_TIMEOUT", raw.socket);
  }, ms).unref();
  // Whichever is first: a request that was answered unread closes late, or never where no connection carries it.
  for (const end of [raw, reply.raw]) end.once("close", () => clearTimeout(timer));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}
