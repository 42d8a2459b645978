import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { authenticate } from "../domain/access/callers.ts";
import { createReadinessCheck, type Readiness } from "../domain/diagnosis/health.ts";
import type { Metrics } from "../observability/metrics.ts";
import { readBearer } from "./caller.ts";
import { isFromThisMachine } from "./loopback.ts";
import type { Refuser } from "./plugins/limit-requests.ts";
import { replyNotFound } from "./plugins/not-found.ts";
import type { FailurePage } from "./present-error.ts";
import { addReadRoute } from "./read-route.ts";

interface Sources {
  readonly metrics: Pick<Metrics, "registry">;
  readonly refuser: Pick<Refuser, "isShedding">;
  readonly failurePage: FailurePage;
}

type HealthContext = Pick<Context, "store" | "config" | "log" | "clock">;

/**
 * For what watches over the process: `/livez` says that it runs, `/readyz` that it can answer, `/metrics` how it fares
 * (Prometheus). A node without an owner is ready too: it waits for one.
 */
export function registerHealthRoutes(app: FastifyInstance, ctx: HealthContext, sources: Sources): void {
  addReadRoute(app, "/livez", (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  answerReadiness(app, ctx, sources);
  answerMetrics(app, ctx, sources);
}

/** The reasons are for this machine alone: they would tell an attacker when the node is weak. */
function answerReadiness(app: FastifyInstance, ctx: HealthContext, { refuser }: Sources): void {
  const check = createReadinessCheck(ctx);
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  addReadRoute(app, "/readyz", async (request, reply) => {
    const { installed, ...checks } = await check();
    const reasons = {
      ...checks,
      stopping: isStopping ? "it is stopping" : null,
      load: refuser.isShedding ? "it has too much to do" : null,
    };
    const isReady = Object.values(reasons).every((reason) => reason === null);
    const status = isReady ? "ok" : "unavailable";
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status,
        ...tellInstalled(installed),
        ...(isFromThisMachine(request, ctx.config) && { checks: inWords(reasons) }),
      });
  });
}

function tellInstalled(installed: Readiness["installed"]): { installed?: boolean } {
  return installed === null ? {} : { installed };
}

function inWords(reasons: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, reason ?? "ok"]));
}

/**
 * For this machine, for programs with a token of the owner's, and for anybody where the owner says so. There is no such page
 * for anybody else.
 */
function answerMetrics(
  app: FastifyInstance,
  ctx: HealthContext,
  { metrics: { registry }, failurePage }: Sources,
): void {
  addReadRoute(app, "/metrics", async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await mayRead(ctx, request))) return replyNotFound(request, reply, failurePage);
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

async function mayRead(ctx: HealthContext, request: FastifyRequest): Promise<boolean> {
  if (ctx.config.metrics === "any" || isFromThisMachine(request, ctx.config)) return true;
  const bearer = readBearer(request);
  if (bearer === null) return false;
  return await authenticate(ctx, { bearer, cookie: null }).then(
    ({ kind }) => kind !== "anonymous",
    () => false,
  );
}
