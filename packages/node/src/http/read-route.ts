import type { FastifyInstance, RouteHandlerMethod, RouteShorthandOptions } from "fastify";
import { type Price, page } from "./prices.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether an answer is the same for everybody until public data changes; see `openPreparedResponses`. */
    isPrepared?: boolean;
  }
}

/** Adds a route that answers GET and HEAD. */
export function addReadRoute(
  scope: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod,
  options: RouteShorthandOptions = {},
): void {
  scope.route({ method: ["GET", "HEAD"], url, handler, ...options });
}

/**
 * The option of a route whose answer depends on public data, the URL the fields that `createVariants` reads, and on nothing
 * else. It costs what a page costs.
 */
export const prepared = {
  config: { isPrepared: true, price: page },
} as const satisfies RouteShorthandOptions;

/** The options of a route with that price. */
export function priced(price: Price): { config: { price: Price } } {
  return { config: { price } };
}
