import type { FastifyReply } from "fastify";

/**
 * Headers for bytes that somebody uploaded: a browser must not guess another type, and what opens them as a page
 * must not let them run, load or send anything (decisions 5).
 */
export function protectBytes(reply: FastifyReply): FastifyReply {
  return reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'");
}
