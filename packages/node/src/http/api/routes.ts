import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { readMessageBodies } from "../ewp/request.ts";
import { graphqlApi, registerGraphqlRoutes } from "../graphql/routes.ts";
import type { ApiPaths } from "../openapi/parts.ts";
import { addReadRoute } from "../read-route.ts";
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

/** The application's endpoints (specification 4.10). */
export async function registerApiRoutes(scope: FastifyInstance, ctx: ServerContext): Promise<void> {
  await scope.register(async (plain) => registerJsonRoutes(plain, ctx));
  await scope.register(async (graphql) => registerGraphqlRoutes(graphql, ctx));
}

function registerJsonRoutes(scope: FastifyInstance, ctx: Context): void {
  readMessageBodies(scope);
  addReadRoute(scope, "/api/install", getInstallation(ctx));
  scope.post("/api/install", install(ctx));
  scope.post("/api/smtp_check", checkSmtp(ctx));
  registerDownloads(scope, ctx);
  registerEvents(scope, ctx);
  addReadRoute(scope, "/api/contents/:id", getVisibleContent(ctx));
  addReadRoute(scope, "/api/portraits/:address", getPeerAvatar(ctx));
  // Few ask, so it is made for the first of them.
  addReadRoute(scope, "/api/openapi.json", async (_request, reply) => {
    const { sendOpenApi } = await import("../openapi/openapi.ts");
    return sendOpenApi(reply, application);
  });
  addReadRoute(scope, "/.well-known/api-catalog", async (_request, reply) => {
    const { sendApiCatalog } = await import("../openapi/openapi.ts");
    return sendApiCatalog(reply, (await ctx.owner.get())?.url ?? null);
  });
  addReadRoute(scope, "/api/visitors", getVisitors(ctx));
  scope.post("/api/visitors", postVisitor(ctx));
  scope.delete("/api/visitors", deleteVisitor(ctx));
}
