import type { FastifyInstance } from "fastify";
import type { Limiter } from "../../limiter/limiter.ts";
import { limits } from "../../limiter/limits.ts";
import { createRates } from "../../limiter/rates.ts";
import { listModules } from "../../module.ts";
import { type Price, prices } from "../prices.ts";
import { limitRoute, type Refuser } from "./limit-requests.ts";
import { createTurns } from "./limit-work.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its price, where that is in no table. */
    price?: Price;
  }
}

/**
 * Gives each route that is added from now on its price (`prices`, and those of modules): the size of its body, its queue,
 * and its own rate. The price is taken with each request (`limitRequests`, `limitBytes`).
 *
 * @param options.now a clock for the rates of routes that never goes back, in milliseconds; for tests
 * @throws Error when a route is added that has no price
 */
export function chargeRoutes(
  app: FastifyInstance,
  limiter: Limiter,
  refuser: Refuser,
  { now }: { readonly now?: () => number } = {},
): void {
  const turns = {
    pages: createTurns(limiter.pages, refuser),
    operations: createTurns(limiter.operations, refuser),
  };
  const all = listPrices();
  app.decorateRequest("turn", null);
  app.addHook("onRoute", (route) => {
    const [method = ""] = [route.method].flat();
    const price = route.config?.price ?? all[`${method} ${route.url}`];
    if (!price) throw new Error(`The route ${method} ${route.url} has no price.`);
    route.config = { ...route.config, price };
    route.bodyLimit = price.body;
    if (price.perMinute !== undefined) {
      const rates = createRates({ perMinute: price.perMinute, keys: limits.networks, ...(now && { now }) });
      route.onRequest = [limitRoute(rates, refuser), route.onRequest ?? []].flat();
    }
    if (price.queue === null) return;
    route.preHandler = [turns[price.queue].join, route.preHandler ?? []].flat();
    route.onSend = [turns[price.queue].end, route.onSend ?? []].flat();
  });
}

/** The price of every route, of the core and of the modules, by its first method and its path. */
export function listPrices(): Readonly<Record<string, Price>> {
  return Object.assign({}, prices, ...listModules().map((module) => module.prices));
}
