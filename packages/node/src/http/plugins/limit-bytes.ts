import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { KiB } from "@freehold/protocol/internal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Limiter } from "../../limiter/limiter.ts";
import { limits } from "../../limiter/limits.ts";
import type { Share } from "../../limiter/shares.ts";
import { isUpload } from "../graphql/body.ts";
import { forgetContent } from "../present-error.ts";
import { clientOf, overloaded, type Refuser } from "./limit-requests.ts";

const slowReplyBytes = 64 * KiB; // a longer reply has a time limit

/**
 * Bounds the bytes that one network, and all together, have in this process's memory: request bodies that are coming, and
 * replies that nobody has read yet. A reply must be read at a pace.
 */
export function limitBytes(app: FastifyInstance, limiter: Limiter, refuser: Refuser): void {
  app.addHook("onRequest", (request, reply, done) => {
    const bytes = expectedBytes(request);
    if (bytes === 0) return done();
    const share = limiter.bodies.take(clientOf(request), bytes);
    if (typeof share !== "string") {
      reply.raw.on("close", share.release);
      limiter.requests.charge(clientOf(request), Math.floor(bytes / limits.bodyBytesPerToken));
      return done();
    }
    // The body is not read.
    reply.header("connection", "close");
    if (share === "all") refuser.shed(request, reply, "bytes");
    else refuser.refuse(request, reply, 1_000, "There are too many bytes from this address at once.");
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes === 0) return done(null, payload);
    const share = limiter.replies.take(clientOf(request), bytes);
    if (typeof share === "string") {
      refuser.countShed(request, "bytes");
      done(null, replaceReply(reply, payload));
      return;
    }
    // A stream holds little in memory; how long it is its header tells.
    holdReply(reply.raw, share, Number(reply.getHeader("content-length") ?? bytes));
    done(null, payload);
  });
}

/**
 * Tells a client that waits with its body (`Expect: 100-continue`) to send it, after all checks of the headers: what is too large
 * is refused without it (RFC 9110 section 10.1.1).
 */
export function continueUploads(app: FastifyInstance): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers, routeOptions } = request;
    const most = isUpload(request) ? Number.MAX_SAFE_INTEGER : routeOptions.bodyLimit;
    const isWaiting = /^100-continue$/i.test(headers.expect ?? "");
    if (isWaiting && Number(headers["content-length"] ?? 0) <= most) reply.raw.writeContinue();
    done(null, payload);
  });
}

/** The memory that a body may take: its declared length, or the most that the route holds (its `price`). */
function expectedBytes(request: FastifyRequest): number {
  const { headers } = request;
  const isChunked = headers["transfer-encoding"] !== undefined;
  const declared = Number(headers["content-length"] ?? 0);
  if (!isChunked && !(declared > 0)) return 0;
  const { config, bodyLimit } = request.routeOptions;
  const most = (isUpload(request) && config.price?.fileBody) || bodyLimit;
  // A longer one is refused without being read.
  return isChunked ? most : Math.min(declared, most);
}

function bytesOf(payload: unknown): number {
  if (typeof payload === "string" || payload instanceof Uint8Array) return payload.length;
  return payload === null || payload === undefined ? 0 : limits.streamedBytes;
}

function replaceReply(reply: FastifyReply, payload: unknown): string {
  if (payload instanceof Readable) payload.destroy();
  const { code, status, detail, retryAfter } = overloaded();
  forgetContent(reply);
  reply
    .code(status)
    .header("retry-after", retryAfter)
    .header("x-error-detail", detail)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8");
  return `{"error":"${code}"}`;
}

/** Has a reply count until it was read, and ends a reader that is slower than the pace. @param size bytes of the reply */
export function holdReply(raw: ServerResponse, share: Share, size: number): void {
  raw.on("close", share.release);
  endSlowReader(raw, size);
}

/** Ends a reader that is slower than the pace, over the whole reply. */
function endSlowReader(raw: ServerResponse, size: number): void {
  if (size <= slowReplyBytes) return;
  const seconds = size / limits.replyBytesPerSecond;
  const timer = setTimeout(() => raw.destroy(), limits.slowReplyMs + seconds * 1_000).unref();
  raw.once("close", () => clearTimeout(timer));
}
