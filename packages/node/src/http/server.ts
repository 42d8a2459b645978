import type { RequestListener, Server } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { cacheSmallBlobs } from "../blobs/cache-small-blobs.ts";
import { version } from "../config/version.ts";
import type { Context } from "../context.ts";
import { openMetrics } from "../observability/node-metrics.ts";
import { registerApiRoutes } from "./api/routes.ts";
import { registerEwpRoutes } from "./ewp/routes.ts";
import { registerHealthRoutes } from "./health.ts";
import { limits } from "./limits.ts";
import { limitBodyTime } from "./plugins/broken-request.ts";
import { chargeRoutes } from "./plugins/charge-routes.ts";
import { endRepliesOnClose } from "./plugins/closing.ts";
import { gaugeWork } from "./plugins/gauges.ts";
import { continueUploads, limitBytes } from "./plugins/limit-bytes.ts";
import { limitConnections } from "./plugins/limit-connections.ts";
import { clientOf, createRefuser, limitRequests } from "./plugins/limit-requests.ts";
import { errorOfBadUrl, refuseUnknown } from "./plugins/not-found.ts";
import { checkRequests } from "./plugins/request-checks.ts";
import { createCounters, createRequestIds, createRequestLog, recordAnswers } from "./plugins/request-log.ts";
import { addRetryAfter } from "./plugins/retry-after.ts";
import { securityHeaders, sendHeaders } from "./plugins/security-headers.ts";
import { openPreparedResponses, type PreparedResponses } from "./prepared/prepared-responses.ts";
import { replyWithError } from "./present-error.ts";
import type { ServerContext } from "./server-context.ts";
import { createAddressOf, createHttpServer, frameworkOptions } from "./server-options.ts";
import { answerOldAddresses } from "./site/old-addresses.ts";
import { createPages } from "./site/pages.ts";
import { createRasteriser } from "./site/pictures/rasteriser.ts";
import { registerSite } from "./site/routes.ts";
import { redirectFromEarlierHosts, type SiteHosts } from "./site/site-hosts.ts";
import { createExcerpts } from "./site/texts/excerpts.ts";
import { openFigureWorker } from "./site/texts/texts.ts";

export interface ServerOptions {
  /** A clock for the rate limits of routes that never goes back, in milliseconds; for tests. */
  readonly now?: () => number;
  /** Aborts when the process begins to stop: it still answers, but `/readyz` says that it is not ready. */
  readonly draining?: AbortSignal;
}

/**
 * The node's server, not listening yet: the protocol under `/ewp/` (specification 4), the application under `/api/`, the
 * public site, and the endpoints for monitoring. `close()` lets replies that are under way end, for a while.
 */
export async function createServer(context: Context, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { config } = context;
  const blobs = cacheSmallBlobs(context.blobs, {
    maxBytes: limits.contentCacheBytes,
    maxBlobBytes: limits.cachedContentBytes,
  });
  const { metrics, end: endMetrics } = openMetrics(context, version);
  const figureWorker = openFigureWorker();
  const renderExcerpt = createExcerpts({ ...context, blobs }, figureWorker);
  const ctx: ServerContext = { ...context, blobs, metrics, renderExcerpt };
  const rasteriser = createRasteriser();
  const pages = await createPages(ctx, figureWorker);
  const failurePage = answerOldAddresses({ ...ctx, hosts: pages.hosts }, pages.failure);
  const { limiter } = ctx;
  const refuser = createRefuser({ ...ctx, failurePage: pages.failure });
  const requestId = createRequestIds(config);
  const records = { counterOf: createCounters(metrics), logAnswer: createRequestLog(ctx) };
  const prepared = openPreparedResponses({
    ...ctx,
    ...records,
    requestId,
    readReader: pages.readReader,
    addressOf: createAddressOf(config),
  });
  const headers = securityHeaders(config);
  const app: FastifyInstance = Fastify({
    ...frameworkOptions(config),
    genReqId: requestId,
    serverFactory: (handle) => openServer({ ...ctx, hosts: pages.hosts }, prepared, handle),
    // No hook runs before it.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      const waitMs = limiter.requests.take(clientOf(request));
      if (waitMs > 0) return refuser.refuse(request, reply, waitMs);
      const isBadUrl = error.code === "FST_ERR_BAD_URL";
      replyWithError(ctx, pages.failure, isBadUrl ? errorOfBadUrl(request) : error, request, reply);
    },
  });
  const redirects = ctx.blobs.remote?.redirects;
  app.decorate("contentOrigins", redirects ? [redirects.origin] : []);
  app.addHook("onClose", async () => {
    endMetrics();
    await figureWorker[Symbol.asyncDispose]();
    await rasteriser[Symbol.asyncDispose]();
  });

  gaugeWork(metrics, limitConnections(app.server, config), limiter);
  // The rules for each request and its answer, in the order in which they count. Each is in a file of `plugins`.
  sendHeaders(app, headers);
  addRetryAfter(app);
  chargeRoutes(app, limiter, refuser, options);
  limitRequests(app, { ...ctx, failurePage: pages.failure }, refuser);
  limitBytes(app, limiter, refuser);
  limitBodyTime(app, limits.requestMs);
  checkRequests(app, config);
  continueUploads(app);
  refuseUnknown(app, failurePage);
  app.setErrorHandler((error, request, reply) => replyWithError(ctx, failurePage, error, request, reply));
  recordAnswers(app, records);
  endRepliesOnClose(app);
  prepared.keepAnswers(app);

  registerHealthRoutes(app, ctx, {
    metrics,
    refuser,
    failurePage: pages.failure,
    ...(options.draining && { draining: options.draining }),
  });
  await app.register(async (scope) => registerEwpRoutes(scope, ctx));
  await app.register(async (scope) => registerApiRoutes(scope, ctx));
  await app.register(async (site) => {
    redirectFromEarlierHosts(site, { ...ctx, hosts: pages.hosts });
    await registerSite(site, { ...ctx, pages, figureWorker, rasteriser });
  });
  return app;
}

/** Opens the server below the framework: it answers from memory what it can, and the framework the rest. */
function openServer(
  { config, log, hosts }: Pick<Context, "config" | "log"> & { readonly hosts: SiteHosts },
  prepared: Pick<PreparedResponses, "answer">,
  handle: RequestListener,
): Server {
  const listener: RequestListener = (request, response) => {
    // An earlier request of the same packet may have closed the connection.
    if (request.socket.destroyed) return;
    hosts.note(request.headers);
    if (!server.listening || !prepared.answer(request, response)) handle(request, response);
  };
  const server = createHttpServer(config, listener, log);
  return server;
}
