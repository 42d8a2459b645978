import type { FastifyReply } from "fastify";

/** Sends JSON that is text already; who has it asks each time whether it is still so. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-cache")
    .send(json);
}
