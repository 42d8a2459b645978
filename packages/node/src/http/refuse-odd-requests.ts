import { EwpError } from "@freehold/protocol";
import type { FastifyRequest } from "fastify";
import { replyToBrokenRequest } from "./errors/reply-to-broken-request.ts";
import { limits } from "./limits.ts";

/** As the parser says it of headers that are too long. */
class TooManyHeadersError extends Error {
  readonly code = "HPE_HEADER_OVERFLOW";
}

/**
 * Answers a request with too many headers, of which the parser would leave some out without a word: 431.
 *
 * @returns whether it was answered
 */
export function refuseManyHeaders({ raw }: FastifyRequest): boolean {
  if (raw.rawHeaders.length / 2 <= limits.headers) return false;
  replyToBrokenRequest(new TooManyHeadersError(), raw.socket, raw.method);
  return true;
}

/**
 * Refuses what HTTP itself forbids and the parser lets through: no `Host` in HTTP/1.1 (RFC 9112 section 3.2).
 *
 * @throws EwpError INVALID_PAYLOAD
 */
export function refuseOddRequests({ raw, headers }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === "1.1") {
    throw new EwpError("INVALID_PAYLOAD", "The Host header is missing.");
  }
}
