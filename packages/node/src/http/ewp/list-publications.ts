import { createHash } from "node:crypto";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readIndex } from "../../domain/publications/delivery/read-index.ts";
import { isUnchanged } from "../bytes/conditions.ts";
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
    if (isUnchanged(request.headers, { etag, lastModified: null })) return reply.code(304).send();
    return sendJson(reply, json);
  };
}
