import type { onRequestHookHandler } from "fastify";
import { limitRate } from "../limit-rate.ts";
import { createRateLimiter } from "../rate-limiter.ts";

/** Refuses, before its body is read, what one client asks too often of one endpoint: 429 RATE_LIMITED. */
export function limitRoute(perMinute: number, options: { now?: () => number } = {}): onRequestHookHandler {
  const limiter = createRateLimiter({ perMinute, ...options });
  return (request, reply, done) => {
    // Nothing under /api is answered with a page.
    if (!limitRate(limiter, request, reply, (answer) => answer)) done();
  };
}
