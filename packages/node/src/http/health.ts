import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { findCaller } from "../domain/access/callers.ts";
import { createReadinessCheck } from "../domain/health.ts";
import type { Metrics } from "../observability/metrics.ts";
import { readBearer } from "./caller.ts";
import { isFromThisMachine } from "./loopback.ts";
import type { Refuser } from "./plugins/limit-requests.ts";
import { replyNotFound } from "./plugins/not-found.ts";
import type { FailurePage } from "./present-error.ts";
import { fresh, simple } from "./prices.ts";
import { addReadRoute, priced } from "./read-route.ts";

interface Sources {
  readonly metrics: Pick<Metrics, "registry">;
  readonly refuser: Pick<Refuser, "isShedding">;
  readonly failurePage: FailurePage;
  readonly draining?: AbortSignal;
}

type HealthContext = Pick<Context, "store" | "config" | "log" | "clock" | "blobs">;

/**
 * For monitoring: `/livez` tells whether the process runs, `/readyz` whether it can answer, `/metrics` its metrics
 * (Prometheus). A node without an owner is ready too.
 */
export function registerHealthRoutes(app: FastifyInstance, ctx: HealthContext, sources: Sources): void {
  addReadRoute(
    app,
    "/livez",
    (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }),
    priced(simple),
  );
  answerReadiness(app, ctx, sources);
  answerMetrics(app, ctx, sources);
}

/** Only this machine gets the reasons: they would tell an attacker when the node is weak. */
function answerReadiness(app: FastifyInstance, ctx: HealthContext, { refuser, draining }: Sources): void {
  const check = createReadinessCheck(ctx);
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  addReadRoute(
    app,
    "/readyz",
    async (request, reply) => {
      const { installed, storage, ...checks } = await check();
      const reasons = {
        ...checks,
        stopping: isStopping || draining?.aborted ? "it is stopping" : null,
        load: refuser.isShedding ? "it has too much to do" : null,
      };
      const isReady = Object.values(reasons).every((reason) => reason === null);
      const texts = Object.entries({ ...reasons, ...(storage !== undefined && { storage }) }).map(
        ([name, reason]) => [name, reason ?? "ok"],
      );
      return reply
        .code(isReady ? 200 : 503)
        .header("cache-control", "no-store")
        .send({
          status: isReady ? "ok" : "unavailable",
          ...(installed !== null && { installed }),
          ...(isFromThisMachine(request, ctx.config) && { checks: Object.fromEntries(texts) }),
        });
    },
    priced(simple),
  );
}

/**
 * For this machine, for programs with a token, and for everybody where the owner allows it. All others get 404.
 */
function answerMetrics(
  app: FastifyInstance,
  ctx: HealthContext,
  { metrics: { registry }, failurePage }: Sources,
): void {
  addReadRoute(
    app,
    "/metrics",
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await mayRead(ctx, request))) return replyNotFound(request, reply, failurePage);
      return reply
        .header("cache-control", "no-store")
        .type(registry.contentType)
        .send(await registry.metrics());
    },
    priced(fresh),
  );
}

async function mayRead(ctx: HealthContext, request: FastifyRequest): Promise<boolean> {
  if (ctx.config.metrics === "any" || isFromThisMachine(request, ctx.config)) return true;
  const bearer = readBearer(request);
  if (bearer === null) return false;
  return (await findCaller(ctx, { bearer, cookie: null }).catch(() => null)) !== null;
}
