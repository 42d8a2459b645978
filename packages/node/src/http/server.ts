import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { cacheSmallBlobs } from "../blobs/cache-small-blobs.ts";
import { version } from "../config/version.ts";
import type { Context } from "../context.ts";
import { addGauges } from "../observability/metrics.ts";
import { openMetrics } from "../observability/node-metrics.ts";
import { registerApiRoutes } from "./api/routes.ts";
import { registerEwpRoutes } from "./ewp/routes.ts";
import { registerHealthRoutes } from "./health.ts";
import { limits } from "./limits.ts";
import { limitBodyTime } from "./plugins/broken-request.ts";
import { chargeRoutes } from "./plugins/charge-routes.ts";
import { limitBytes } from "./plugins/limit-bytes.ts";
import { limitConnections } from "./plugins/limit-connections.ts";
import { clientOf, createRefuser, limitRequests } from "./plugins/limit-requests.ts";
import { errorOfBadUrl, replyNotFound } from "./plugins/not-found.ts";
import { checkHeaderCount, checkHostHeader, refuseWrites } from "./plugins/request-checks.ts";
import {
  countRequests,
  createRequestIds,
  createRequestLog,
  requestIdHeader,
  toAnswer,
} from "./plugins/request-log.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { prepareResponses } from "./prepared/prepared-responses.ts";
import { pathForLog, replyWithError } from "./present-error.ts";
import type { ServerContext } from "./server-context.ts";
import { createAddressOf, serverOptions } from "./server-options.ts";
import { answerOldAddresses } from "./site/old-addresses.ts";
import { createPages } from "./site/pages.ts";
import { findCardFonts } from "./site/pictures/card-fonts.ts";
import { createRasteriser } from "./site/pictures/rasteriser.ts";
import { registerSite } from "./site/routes.ts";
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
  const cardFonts = findCardFonts();
  const rasteriser = createRasteriser(cardFonts.files);
  const pages = await createPages(ctx, figureWorker);
  const failurePage = answerOldAddresses(ctx, pages.failure);
  const { limiter } = ctx;
  const refuser = createRefuser({ ...ctx, failurePage: pages.failure });

  const requestId = createRequestIds(config);

  const headers = securityHeaders(config);
  const app: FastifyInstance = Fastify({
    ...serverOptions(config),
    genReqId: requestId,
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
  const connections = limitConnections(app.server, config);
  // One more than is taken shows that there are too many.
  app.server.maxHeadersCount = limits.headers + 1;
  addGauges(
    metrics,
    {
      name: "freehold_http_connections",
      help: "Connections that are open.",
      read: () => connections.total,
    },
    {
      name: "freehold_http_requests_open",
      help: "Requests that are not answered yet.",
      read: () => limiter.openRequests.total,
    },
    {
      name: "freehold_http_requests_expensive",
      help: "Pages and GraphQL operations that are worked on, or wait for their turn.",
      read: () => limiter.pages.size + limiter.operations.size,
    },
  );
  app.addHook("onClose", async () => {
    endMetrics();
    await figureWorker[Symbol.asyncDispose]();
    await rasteriser[Symbol.asyncDispose]();
  });
  // This server does everything that `Expect` may ask for anyway.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id);
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    askForLater(reply);
    done(null, payload);
  });
  chargeRoutes(app, limiter, refuser, options);
  limitRequests(app, { ...ctx, failurePage: pages.failure }, refuser);
  limitBytes(app, limiter, refuser);
  limitBodyTime(app, limits.requestMs);
  const counterOf = countRequests(app, metrics);
  const logAnswer = createRequestLog(ctx);
  app.addHook("onRequest", (request, _reply, done) => {
    if (checkHeaderCount(request)) return;
    checkHostHeader(request);
    if (config.readOnly) refuseWrites(request);
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    // Before its body is read: it would be ignored.
    if (request.is404) replyNotFound(request, reply, failurePage);
    else done();
  });
  app.setErrorHandler((error, request, reply) => replyWithError(ctx, failurePage, error, request, reply));
  app.setNotFoundHandler((request, reply) => replyNotFound(request, reply, failurePage));
  const countOther = counterOf(null);
  // One hook for all of it: each one more is paid for with every reply.
  app.addHook("onResponse", (request, reply, done) => {
    const answer = toAnswer(request, reply);
    if (request.is404) countOther(answer);
    logAnswer(answer, request.isShed, () => ({ id: request.id, path: pathForLog(request), ip: request.ip }));
    done();
  });
  endSlowRepliesOnClose(app);

  prepareResponses(app, {
    ...ctx,
    counterOf,
    logAnswer,
    requestId,
    readReader: pages.readReader,
    addressOf: createAddressOf(config),
  });
  registerHealthRoutes(app, ctx, {
    metrics,
    refuser,
    failurePage: pages.failure,
    ...(options.draining && { draining: options.draining }),
  });
  await app.register(async (scope) => registerEwpRoutes(scope, ctx));
  await app.register(async (scope) => registerApiRoutes(scope, ctx));
  await app.register(async (site) =>
    registerSite(site, { ...ctx, pages, figureWorker, rasteriser, cardFonts }),
  );
  return app;
}

/** Adds Retry-After to every refusal that is temporary, whichever part of the node made it. */
function askForLater(reply: FastifyReply): void {
  const { statusCode } = reply;
  if (statusCode !== 429 && statusCode !== 503 && statusCode !== 507) return;
  if (!reply.hasHeader("retry-after")) reply.header("retry-after", limits.retryAfterSeconds);
}

/** A reader who takes a reply slowly must not keep the process from stopping. */
function endSlowRepliesOnClose(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    setTimeout(() => app.server.closeAllConnections(), limits.closingMs).unref();
    done();
  });
}
