import { createHash } from "node:crypto";
import type { IndexQuery, WireForm } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import type { Context } from "../../context.ts";
import { readIndex, readIndexVersion } from "../../domain/publications/read-index.ts";
import { isUnchanged } from "../bytes/conditions.ts";
import { limits } from "../limits.ts";
import { chooseForm, sendJson } from "./response.ts";

interface CachedPage {
  readonly json: Buffer;
  readonly etag: string;
}

/** GET /ewp/publications (specification 4.3): a page of the signed publications, oldest first. */
export function listPublications(ctx: Pick<Context, "store" | "owner">): RouteHandlerMethod {
  // A page is valid while the index has the same version.
  const pages = new LRUCache<string, CachedPage>({
    maxSize: limits.indexCacheBytes,
    sizeCalculation: ({ json }) => json.length,
  });
  return async (request, reply) => {
    const wire = chooseForm("listPublications", request, reply);
    const query = wire.parseIndexQuery(request.query as Record<string, unknown>);
    const key = `${wire.form} ${await readIndexVersion(ctx)} ${query.since} ${query.limit} ${query.page}`;
    const page = pages.get(key) ?? (await readPage(ctx, query, wire));
    pages.set(key, page);
    reply.header("etag", page.etag);
    if (isUnchanged(request.headers, { etag: page.etag, lastModified: null })) return reply.code(304).send();
    return sendJson(reply, page.json);
  };
}

async function readPage(
  ctx: Pick<Context, "store" | "owner">,
  query: IndexQuery,
  wire: WireForm,
): Promise<CachedPage> {
  const json = copyBytes(JSON.stringify(wire.writePage(await readIndex(ctx, query))));
  return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
}
