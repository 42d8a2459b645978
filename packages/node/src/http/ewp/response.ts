import { recogniseForm, type WireForm } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * The form in which this request is answered (decisions 6). An answer for some callers only tells caches so by its headers;
 * the usual answer has no such headers.
 */
export function chooseForm(
  read: Parameters<typeof recogniseForm>[0],
  request: FastifyRequest,
  reply: FastifyReply,
): WireForm {
  const { since } = request.query as Record<string, unknown>;
  const wire = recogniseForm(read, { userAgent: request.headers["user-agent"], since });
  if (wire.form !== "baseline") reply.header("vary", "User-Agent");
  return wire;
}

/**
 * The scope of caches that may keep content: not every cache looks at `Vary`, and an answer in another form must reach
 * nobody else.
 */
export function cacheScopeOf({ form }: WireForm): "public" | "private" {
  return form === "baseline" ? "public" : "private";
}

/** Sends JSON text; a client that has it has to ask each time whether it is still valid. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-cache")
    .send(json);
}
