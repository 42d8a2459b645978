import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { getInstallation } from "./get-installation.ts";

/** The application's endpoints (specification 4.10). */
export function answerApi(scope: FastifyInstance, ctx: Context): void {
  scope.route({ method: ["GET", "HEAD"], url: "/api/install", handler: getInstallation(ctx) });
}
