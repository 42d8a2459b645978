import type { FastifyInstance, RouteHandlerMethod, RouteShorthandOptions } from "fastify";

/** Adds a route that answers GET and HEAD. */
export function addReadRoute(
  scope: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod,
  options: RouteShorthandOptions = {},
): void {
  scope.route({ method: ["GET", "HEAD"], url, handler, ...options });
}
