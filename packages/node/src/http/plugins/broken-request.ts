import type { Socket } from "node:net";
import type { EwpErrorCode } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUpload } from "../graphql/body.ts";
import { limits } from "../limits.ts";
import { presentCode } from "../present-error.ts";

/** The replies to errors of the HTTP parser; every other error is a request that can't be read. */
const replies: Record<string, { line: string; code: EwpErrorCode; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: "431 Request Header Fields Too Large",
    code: "PAYLOAD_TOO_LARGE",
    detail: "The URL and the headers are too long, or too many.",
  },
  HPE_INVALID_METHOD: {
    line: "501 Not Implemented",
    code: "INVALID_PAYLOAD",
    detail: "This server does not know the method.",
  },
  TRANSFER_CODING: {
    line: "501 Not Implemented",
    code: "INVALID_PAYLOAD",
    detail: "This server knows the transfer coding chunked alone.",
  },
  HTTP_VERSION: {
    line: "505 HTTP Version Not Supported",
    code: "INVALID_PAYLOAD",
    detail: "This server speaks HTTP/1.1 and HTTP/1.0.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: "408 Request Timeout",
    code: "INVALID_PAYLOAD",
    detail: "The request took too long to arrive.",
  },
};

const broken = { line: "400 Bad Request", code: "INVALID_PAYLOAD", detail: "This is not HTTP." } as const;

/** A request line with a method that Node's parser does not know; TLS and noise have no such line. */
const unknownMethod = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40} \S{1,2000} HTTP\/1\.[01]\r?\n/;

/**
 * Answers what Node's parser could not read (RFC 9110, section 15.6.2, for a method).
 *
 * @param error.rawPacket the bytes that it stopped at
 */
export function replyToParserError(
  { code, rawPacket }: { readonly code: string; readonly rawPacket?: unknown },
  socket: Socket,
): void {
  const isMethod =
    code !== "HPE_INVALID_METHOD" ||
    (Buffer.isBuffer(rawPacket) && unknownMethod.test(rawPacket.toString("latin1", 0, 2_100)));
  replyToBrokenRequest(isMethod ? code : "", socket);
}

/**
 * Answers a request that can't be read as HTTP, and closes the connection. The path may be unknown here, so the answer has
 * the protocol's form for everybody.
 *
 * @param code of Node's parser
 * @param method where it could be read: HEAD gets no body
 */
export function replyToBrokenRequest(code: string, socket: Socket, method?: string): void {
  if (!socket.writable || code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { line, code: ewpCode, detail } = replies[code] ?? broken;
  const body = JSON.stringify({ error: ewpCode });
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      "Content-Type: application/json; charset=utf-8",
      "X-Content-Type-Options: nosniff",
      `Content-Length: ${body.length}`,
      `X-Error-Detail: ${presentCode(ewpCode, { detail }).detail}`,
      "Connection: close",
      "",
      method === "HEAD" ? "" : body,
    ].join("\r\n"),
  );
  // Don't wait for a client that does not read the reply.
  socket.setTimeout(limits.brokenReplyMs, () => socket.destroy());
}

/**
 * Ends a request whose body takes too long: 408. Node's own limit is the same for all requests of a server, so it has to allow a
 * large file on a slow connection. This limit is for all bodies but files.
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
    // A reply that has begun can't be replaced; this ends its connection.
    if (reply.raw.headersSent) raw.destroy();
    else replyToBrokenRequest("ERR_HTTP_REQUEST_TIMEOUT", raw.socket);
  }, ms).unref();
  // The first of the two: a request that was answered unread closes late, or never in a test without a connection.
  for (const end of [raw, reply.raw]) end.once("close", () => clearTimeout(timer));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}
