import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { createRates } from "../../limiter/rates.ts";
import { readMessageBodies } from "../ewp/read-message-bodies.ts";
import { answerGraphql } from "../graphql/answer-graphql.ts";
import { limits } from "../limits.ts";
import { limitRoute, type Refuser } from "../plugins/limit-requests.ts";
import { limitWork } from "../plugins/limit-work.ts";
import type { ServerContext } from "../server-context.ts";
import { answerProbe } from "./answer-probe.ts";
import { checkSmtp } from "./check-smtp.ts";
import { diagnoseInstallation } from "./diagnose-installation.ts";
import { getInstallation } from "./get-installation.ts";
import { getPortrait } from "./get-portrait.ts";
import { getVisibleContent } from "./get-visible-content.ts";
import { install } from "./install.ts";
import { type Turns, takeAway } from "./take-away.ts";
import { backupTakeaway, exportTakeaway } from "./takeaways.ts";
import { deleteVisitor, getVisitors, postVisitor } from "./visitors.ts";

interface ApiOptions {
  readonly refuser: Refuser;
  /** A clock for the rate limits of routes; for tests. */
  readonly now?: () => number;
}

/** The application's endpoints (specification 4.10). */
export async function answerApi(
  scope: FastifyInstance,
  ctx: ServerContext,
  options: ApiOptions,
): Promise<void> {
  await scope.register(async (plain) => answerPlainApi(plain, ctx, options));
  await scope.register(async (probes) => answerProbe(probes, ctx));
  await scope.register(async (graphql) => {
    limitWork(graphql, ctx.limiter.operations, options.refuser);
    await answerGraphql(graphql, ctx);
  });
}

/** Those that take and give plain JSON. */
function answerPlainApi(scope: FastifyInstance, ctx: Context, { refuser, ...options }: ApiOptions): void {
  readMessageBodies(scope);
  const limit = (perMinute: number) =>
    limitRoute(createRates({ perMinute, keys: limiterLimits.networks, ...options }), refuser);
  scope.route({ method: ["GET", "HEAD"], url: "/api/install", handler: getInstallation(ctx) });
  scope.route({
    method: "POST",
    url: "/api/install",
    bodyLimit: limits.installationBytes,
    onRequest: limit(limits.installationsPerMinute),
    handler: install(ctx),
  });
  scope.route({
    method: "POST",
    url: "/api/install/diagnosis",
    onRequest: limit(limits.diagnosesPerMinute),
    handler: diagnoseInstallation(ctx),
  });
  scope.route({
    method: "POST",
    url: "/api/smtp_check",
    onRequest: limit(limits.smtpChecksPerMinute),
    handler: checkSmtp(ctx),
  });
  const turns: Turns = { taken: 0 };
  scope.route({ method: "GET", url: "/api/backup", handler: takeAway(ctx, turns, backupTakeaway(ctx)) });
  scope.route({ method: "GET", url: "/api/export", handler: takeAway(ctx, turns, exportTakeaway(ctx)) });
  scope.route({ method: ["GET", "HEAD"], url: "/api/contents/:id", handler: getVisibleContent(ctx) });
  scope.route({ method: ["GET", "HEAD"], url: "/api/portraits/:address", handler: getPortrait(ctx) });
  scope.route({ method: ["GET", "HEAD"], url: "/api/visitors", handler: getVisitors(ctx) });
  scope.route({ method: "POST", url: "/api/visitors", handler: postVisitor(ctx) });
  scope.route({ method: "DELETE", url: "/api/visitors", handler: deleteVisitor(ctx) });
}
