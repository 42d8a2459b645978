import { minuteMs } from "@freehold/protocol/internal";
import { renderStaticSearch } from "@freehold/web";
import Fastify from "fastify";
import { cacheSmallBlobs } from "../../../blobs/cache-small-blobs.ts";
import type { Context } from "../../../context.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import { registerEwpRoutes } from "../../../http/ewp/routes.ts";
import { limits } from "../../../http/limits.ts";
import { answerOldAddresses } from "../../../http/site/old-addresses.ts";
import { createPages } from "../../../http/site/pages.ts";
import { createRasteriser } from "../../../http/site/pictures/rasteriser.ts";
import { registerSite } from "../../../http/site/routes.ts";
import { createExcerpts } from "../../../http/site/texts/excerpts.ts";
import { openFigureWorker } from "../../../http/site/texts/texts.ts";
import { createLimiter } from "../../../limiter/limiter.ts";
import { openMetrics } from "../../../observability/node-metrics.ts";
import { searchScripts } from "./search-index.ts";

/** An answer of the site. */
export interface SiteAnswer {
  readonly status: number;
  readonly mediaType: string;
  /** The target of a redirect. */
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: Buffer;
}

interface Asked {
  readonly method?: "GET" | "HEAD";
  /** The ETag of the answer that the caller has: 304 if it is still valid. */
  readonly etag?: string | null;
}

/** The public site inside this process: nothing listens. */
export interface InnerSite extends AsyncDisposable {
  /** Answers a path with its query. HEAD has no body. */
  ask(path: string, asked?: Asked): Promise<SiteAnswer>;
}

/** The page for searching in the browser. */
export const searchPath = "/-/search";

/**
 * Opens the pages of the site and the public part of the protocol, with the code that the node serves them with.
 *
 * @param url where the files will be served
 */
export async function openSite(context: Context, url: string): Promise<InnerSite> {
  await using resources = new AsyncDisposableStack();
  const blobs = cacheSmallBlobs(context.blobs, {
    maxBytes: limits.contentCacheBytes,
    maxBlobBytes: limits.cachedContentBytes,
  });
  const { metrics, end } = openMetrics(context, "static");
  resources.defer(end);
  const figureWorker = resources.use(openFigureWorker());
  // An export waits for a card on a busy machine, too: without it, the export would end.
  const rasteriser = resources.use(createRasteriser(5 * minuteMs));
  // The owner asks, and not a network: the node's own limits are not touched.
  const limiter = createLimiter({ ...context.config, rateLimit: 0 });
  const renderExcerpt = createExcerpts({ ...context, blobs }, figureWorker);
  const ctx = { ...context, blobs, metrics, limiter, renderExcerpt };
  const pages = await createPages(ctx, figureWorker, { staticUrl: url });
  const failure = answerOldAddresses({ ...ctx, hosts: pages.hosts }, pages.failure);
  const app = Fastify({ routerOptions: { maxParamLength: limits.headerBytes } });
  resources.defer(() => app.close());
  // The files are in the same folder as the pages.
  app.decorate("contentOrigins", []);
  app.decorateRequest("readOneState", async (read) => await read());
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
    if (status >= 500) throw error;
    return failure(reply, status);
  });
  app.setNotFoundHandler((_request, reply) => failure(reply, 404));
  await app.register(async (scope) => registerEwpRoutes(scope, ctx));
  await app.register(async (scope) => registerSite(scope, { ...ctx, pages, figureWorker, rasteriser }));
  app.get(searchPath, async (request, reply) => {
    const view = await pages.ownedViewFor(request);
    return view && reply.type("text/html").send(renderStaticSearch(view, searchScripts));
  });
  const owned = resources.move();
  return {
    async ask(path, { method = "GET", etag = null } = {}) {
      const headers = etag === null ? {} : { "if-none-match": etag };
      const answer = await app.inject({ method, url: path, headers });
      if (answer.statusCode >= 500)
        throw new AppError("CANNOT_OPEN", msg`${path} can't be made: ${answer.body}`);
      return {
        status: answer.statusCode,
        mediaType: String(answer.headers["content-type"] ?? "").replace(/;.*$/s, ""),
        location: answer.headers.location ?? null,
        etag: answer.headers.etag ?? null,
        body: answer.rawPayload,
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
