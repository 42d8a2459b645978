import { EwpError } from "@freehold/protocol";
import type { FastifyRequest } from "fastify";

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
