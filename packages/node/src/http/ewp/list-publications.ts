import { createHash } from "node:crypto";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readIndex } from "../../domain/publications/delivery/read-index.ts";
import { statusOfConditions } from "../bytes/conditions.ts";
import { chooseForm, sendJson } from "./response.ts";

/** GET /ewp/publications (specification 4.3): a page of the signed publications, oldest first. */
export function listPublications(ctx: Pick<Context, "store" | "owner">): RouteHandlerMethod {
  return async (request, reply) => {
    const wire = chooseForm("listPublications", request, reply);
    const query = wire.parseIndexQuery(request.query as Record<string, unknown>);
    const page = await request.readOneState(() => readIndex(ctx, query, wire.form));
    const json = JSON.stringify(wire.writePage(page));
    const etag = `"${createHash("sha256").update(json).digest("base64url")}"`;
    reply.header("etag", etag).header("cache-control", "no-cache");
    const status = statusOfConditions(request.headers, { etag, lastModified: null });
    if (status !== null) return reply.code(status).send();
    return sendJson(reply, json);
  };
}
