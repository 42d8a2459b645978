import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { createRates } from "../../limiter/rates.ts";
import { readMessageBodies } from "../ewp/request.ts";
import { registerGraphqlRoutes } from "../graphql/routes.ts";
import { limits } from "../limits.ts";
import { registerMcpRoutes } from "../mcp/routes.ts";
import { limitRoute, type Refuser } from "../plugins/limit-requests.ts";
import { limitWork } from "../plugins/limit-work.ts";
import { addReadRoute } from "../read-route.ts";
import type { ServerContext } from "../server-context.ts";
import { getPeerAvatar, getVisibleContent } from "./contents.ts";
import { registerDownloads } from "./downloads.ts";
import { registerEvents } from "./events.ts";
import { registerImports } from "./imports.ts";
import { diagnoseInstallation, getInstallation, install } from "./installation.ts";
import { registerProbeRoutes } from "./probe.ts";
import { checkSmtp } from "./smtp-check.ts";
import { deleteVisitor, getVisitors, postVisitor } from "./visitors.ts";

interface ApiOptions {
  readonly refuser: Refuser;
  /** A clock for the rate limits of routes; for tests. */
  readonly now?: () => number;
}

/** The application's endpoints (specification 4.10). */
export async function registerApiRoutes(
  scope: FastifyInstance,
  ctx: ServerContext,
  options: ApiOptions,
): Promise<void> {
  await scope.register(async (plain) => registerJsonRoutes(plain, ctx, options));
  await scope.register(async (imports) => registerImports(imports, ctx));
  await scope.register(async (probes) => registerProbeRoutes(probes, ctx));
  await scope.register(async (agents) => {
    limitWork(agents, ctx.limiter.operations, options.refuser);
    await registerMcpRoutes(agents, ctx);
  });
  await scope.register(async (graphql) => {
    limitWork(graphql, ctx.limiter.operations, options.refuser);
    await registerGraphqlRoutes(graphql, ctx);
  });
}

function registerJsonRoutes(scope: FastifyInstance, ctx: Context, { refuser, ...options }: ApiOptions): void {
  readMessageBodies(scope);
  const limit = (perMinute: number) =>
    limitRoute(createRates({ perMinute, keys: limiterLimits.networks, ...options }), refuser);
  addReadRoute(scope, "/api/install", getInstallation(ctx));
  scope.post(
    "/api/install",
    { bodyLimit: limits.installationBytes, onRequest: limit(limits.installationsPerMinute) },
    install(ctx),
  );
  const onDiagnosis = limit(limits.diagnosesPerMinute);
  scope.post("/api/install/diagnosis", { onRequest: onDiagnosis }, diagnoseInstallation(ctx));
  scope.post("/api/smtp_check", { onRequest: limit(limits.smtpChecksPerMinute) }, checkSmtp(ctx));
  registerDownloads(scope, ctx);
  registerEvents(scope, ctx);
  addReadRoute(scope, "/api/contents/:id", getVisibleContent(ctx));
  addReadRoute(scope, "/api/portraits/:address", getPeerAvatar(ctx));
  // Few ask, so it is made for the first of them.
  addReadRoute(scope, "/api/openapi.json", async (request, reply) => {
    const { sendOpenApi } = await import("../openapi/openapi.ts");
    return sendOpenApi(request, reply);
  });
  addReadRoute(scope, "/.well-known/api-catalog", async (_request, reply) => {
    const { sendApiCatalog } = await import("../openapi/openapi.ts");
    return sendApiCatalog(reply, (await ctx.owner.get())?.url ?? null);
  });
  addReadRoute(scope, "/api/visitors", getVisitors(ctx));
  scope.post("/api/visitors", postVisitor(ctx));
  scope.delete("/api/visitors", deleteVisitor(ctx));
}
