import Fastify, { type FastifyInstance } from "fastify";
import { cacheSmallBlobs } from "../blobs/cache-small-blobs.ts";
import type { Context } from "../context.ts";
import { openMetrics } from "../metrics/open-metrics.ts";
import { trustsAddress } from "../trusts-address.ts";
import { version } from "../version.ts";
import { answerApi } from "./api/answer-api.ts";
import { countReplies } from "./count-replies.ts";
import { createReplyLog } from "./create-reply-log.ts";
import { errorOfBadUrl } from "./errors/error-of-bad-url.ts";
import { replyNotFound } from "./errors/reply-not-found.ts";
import { replyWithError } from "./errors/reply-with-error.ts";
import { answerProtocol } from "./ewp/answer-protocol.ts";
import { guardConnections } from "./guard-connections.ts";
import { answerHealth } from "./health/answer-health.ts";
import { limitBodyTime } from "./limit-body-time.ts";
import { limitOpenRequests } from "./limit-open-requests.ts";
import { limitRate } from "./limit-rate.ts";
import { limits } from "./limits.ts";
import { admitRequests } from "./load/admit-requests.ts";
import { countConnections } from "./load/count-connections.ts";
import { createAdmission } from "./load/create-admission.ts";
import { createLine } from "./load/create-line.ts";
import { watchLoad } from "./load/watch-load.ts";
import { nameRequests } from "./name-requests.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { refuseManyHeaders, refuseOddRequests } from "./refuse-odd-requests.ts";
import { refuseWrites } from "./refuse-writes.ts";
import type { ServerContext } from "./server-context.ts";
import { serverOptions } from "./server-options.ts";
import { answerApps } from "./site/answer-apps.ts";
import { answerComments } from "./site/answer-comments.ts";
import { answerCrawlers } from "./site/answer-crawlers.ts";
import { answerFeeds } from "./site/answer-feeds.ts";
import { answerLists } from "./site/answer-lists.ts";
import { answerNewComments } from "./site/answer-new-comments.ts";
import { answerOffline } from "./site/answer-offline.ts";
import { answerOwnComments } from "./site/answer-own-comments.ts";
import { answerPictures } from "./site/answer-pictures.ts";
import { answerPreferences } from "./site/answer-preferences.ts";
import { answerSite } from "./site/answer-site.ts";
import { answerVerify } from "./site/answer-verify.ts";
import { createPages } from "./site/create-pages.ts";
import { createRasteriser } from "./site/create-rasteriser.ts";
import { openWorkshop } from "./site/open-workshop.ts";

export interface ServerOptions {
  /** A clock for the rate limit that never goes back, in milliseconds; for tests. */
  readonly now?: () => number;
}

/**
 * The node's server, not listening yet: the protocol under `/ewp/` (specification 4), the application under `/api/`, the
 * public site, and what watches over the process asks for. `close()` lets replies that are under way end, for a while.
 */
export async function createServer(context: Context, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { config } = context;
  const blobs = cacheSmallBlobs(context.blobs, {
    maxBytes: limits.contentCacheBytes,
    maxBlobBytes: limits.cachedContentBytes,
  });
  const { metrics, end: endMetrics } = openMetrics(context, version);
  const ctx: ServerContext = { ...context, blobs, metrics };
  const workshop = openWorkshop();
  const rasteriser = createRasteriser();
  const pages = await createPages(ctx, workshop);
  const limiter = createRateLimiter({ perMinute: config.rateLimit, ...options });

  const app: FastifyInstance = Fastify({
    ...serverOptions(config),
    genReqId: createRequestIds(),
    frameworkErrors: (error, request, reply) => {
      if (limitRate(limiter, request, reply, pages.failure)) return;
      const isBadUrl = error.code === "FST_ERR_BAD_URL";
      replyWithError(ctx, pages.failure, isBadUrl ? errorOfBadUrl(request) : error, request, reply);
    },
  });
  guardConnections(app.server, {
    most: limits.connections,
    perAddress: config.connectionsPerAddress,
    isProxy: trustsAddress(config.trustProxy),
    isPlain: config.tls === null,
  });
  // One more than is taken shows that there are too many.
  app.server.maxHeadersCount = limits.headers + 1;
  countConnections(app.server, metrics);
  const line = createLine();
  app.server.on("connection", line.knock);
  const admission = createAdmission(line);
  const endWatch = watchLoad(ctx, { line, admission, metrics });
  app.addHook("onClose", async () => {
    endWatch();
    endMetrics();
    await workshop[Symbol.asyncDispose]();
    await rasteriser[Symbol.asyncDispose]();
  });
  // `Expect` asks for nothing that this server does not do anyway.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  nameRequests(app, config);
  limitOpenRequests(app, config.connectionsPerAddress, pages.failure);
  limitBodyTime(app, limits.requestMs);
  const countOther = countReplies(app, metrics);
  app.addHook("onRequest", (request, reply, done) => {
    if (limitRate(limiter, request, reply, pages.failure)) return;
    if (refuseManyHeaders(request)) return;
    refuseOddRequests(request);
    if (config.readOnly) refuseWrites(request);
    done();
  });
  admitRequests(app, ctx, { line, admission, metrics, failurePage: pages.failure });
  app.addHook("onRequest", (request, reply, done) => {
    // Before its body is looked at: nobody will read it.
    if (request.is404) replyNotFound(request, reply, pages.failure);
    else done();
  });
  app.setErrorHandler((error, request, reply) => replyWithError(ctx, pages.failure, error, request, reply));
  app.setNotFoundHandler((request, reply) => replyNotFound(request, reply, pages.failure));
  const logReply = createReplyLog(ctx);
  // One hook for all of it: each one more is paid for with every reply.
  app.addHook("onResponse", (request, reply, done) => {
    request.release();
    if (request.is404) countOther(request, reply);
    logReply(request, reply);
    done();
  });
  endSlowRepliesOnClose(app);

  answerHealth(app, ctx, { metrics, admission, failurePage: pages.failure });
  await app.register(async (scope) => answerProtocol(scope, ctx));
  await app.register(async (scope) => answerApi(scope, ctx, options));
  await app.register(async (scope) => answerSite(scope, ctx, pages, workshop));
  await app.register(async (scope) => answerComments(scope, ctx, pages));
  await app.register(async (scope) => answerNewComments(scope, ctx, pages));
  await app.register(async (scope) => answerOwnComments(scope, ctx, pages));
  await app.register(async (scope) => answerLists(scope, ctx, pages));
  await app.register(async (scope) => answerOffline(scope, pages));
  await app.register(async (scope) => answerFeeds(scope, ctx, pages));
  await app.register(async (scope) => answerCrawlers(scope, ctx, pages));
  await app.register(async (scope) => answerPreferences(scope));
  await app.register(async (scope) => answerPictures(scope, ctx, pages, rasteriser));
  await app.register(async (scope) => answerVerify(scope, ctx, pages));
  await app.register(async (scope) => answerApps(scope, ctx, pages));
  return app;
}

/** Short names that tell requests of this process apart in its log. */
function createRequestIds(): () => string {
  const start = Date.now().toString(36);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

/** A reader who takes a reply slowly must not keep the process from stopping. */
function endSlowRepliesOnClose(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    setTimeout(() => app.server.closeAllConnections(), limits.closingMs).unref();
    done();
  });
}
