import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readMessageBodies } from "../ewp/request.ts";
import { graphqlApi, registerGraphqlRoutes } from "../graphql/routes.ts";
import { limits } from "../limits.ts";
import type { ApiPaths } from "../openapi/parts.ts";
import { freshPageTokens, type Price, simple } from "../prices.ts";
import { addReadRoute, priced } from "../read-route.ts";
import type { ServerContext } from "../server-context.ts";
import { contentsApi, getPeerAvatar, getVisibleContent } from "./contents.ts";
import { registerDownloads } from "./downloads.ts";
import { eventsApi, registerEvents } from "./events.ts";
import { getInstallation, install, installationApi } from "./installation.ts";
import { checkSmtp, smtpCheckApi } from "./smtp-check.ts";
import { deleteVisitor, getVisitors, postVisitor, visitorsApi } from "./visitors.ts";

/** The descriptions of these endpoints for programs, beside their code. Those that only the dashboard calls have none. */
export const application: readonly ApiPaths[] = [
  graphqlApi,
  eventsApi,
  installationApi,
  smtpCheckApi,
  visitorsApi,
  contentsApi,
];

/** An answer that is made for each request. */
const made: Price = { ...simple, tokens: freshPageTokens };
const installation: Price = {
  ...simple,
  body: limits.installationBytes,
  perMinute: limits.installationsPerMinute,
};

/** The application's endpoints (specification 4.10). */
export async function registerApiRoutes(scope: FastifyInstance, ctx: ServerContext): Promise<void> {
  await scope.register(async (plain) => registerJsonRoutes(plain, ctx));
  await scope.register(async (graphql) => registerGraphqlRoutes(graphql, ctx));
}

function registerJsonRoutes(scope: FastifyInstance, ctx: Context): void {
  readMessageBodies(scope);
  addReadRoute(scope, "/api/install", getInstallation(ctx), priced(simple));
  scope.post("/api/install", priced(installation), install(ctx));
  scope.post("/api/smtp_check", priced({ ...simple, perMinute: limits.smtpChecksPerMinute }), checkSmtp(ctx));
  registerDownloads(scope, ctx);
  registerEvents(scope, ctx);
  addReadRoute(scope, "/api/contents/:id", getVisibleContent(ctx), priced(simple));
  addReadRoute(scope, "/api/portraits/:address", getPeerAvatar(ctx), priced(simple));
  // Few ask, so it is made for the first of them.
  const describe: RouteHandlerMethod = async (request, reply) => {
    const { sendOpenApi } = await import("../openapi/openapi.ts");
    return sendOpenApi(request, reply, application);
  };
  addReadRoute(scope, "/api/openapi.json", describe, priced(made));
  const catalogue: RouteHandlerMethod = async (_request, reply) => {
    const { sendApiCatalog } = await import("../openapi/openapi.ts");
    return sendApiCatalog(reply, (await ctx.owner.get())?.url ?? null);
  };
  addReadRoute(scope, "/.well-known/api-catalog", catalogue, priced(simple));
  addReadRoute(scope, "/api/visitors", getVisitors(ctx), priced(made));
  scope.post("/api/visitors", priced(simple), postVisitor(ctx));
  scope.delete("/api/visitors", priced(simple), deleteVisitor(ctx));
}
