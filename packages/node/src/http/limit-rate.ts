import type { FastifyReply, FastifyRequest } from "fastify";
import { type FailurePage, sendError } from "./errors/reply-with-error.ts";
import { wireError } from "./errors/to-wire-error.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/**
 * Refuses a client that asks too often: 429 RATE_LIMITED with `Retry-After` in seconds (decisions 2).
 *
 * @returns whether the request was answered
 */
export function limitRate(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  failurePage: FailurePage,
): boolean {
  // Who watches over the process must always get an answer.
  if (request.url === "/livez") return false;
  const wait = limiter.take(request.ip ?? "");
  if (wait === 0) return false;
  sendError(request, reply, wireError("RATE_LIMITED", { retryAfter: Math.ceil(wait / 1000) }), failurePage);
  return true;
}
