import type { FastifyInstance } from "fastify";
import type { Limiter } from "../../limiter/limiter.ts";
import { limits } from "../../limiter/limits.ts";
import { createRates } from "../../limiter/rates.ts";
import type { Price } from "../prices.ts";
import { limitRoute, type Refuser } from "./limit-requests.ts";
import { createTurns } from "./limit-work.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its price. */
    price?: Price;
  }
}

/**
 * Takes from each route that is added from now on its price (`price` of its `config`): the size of its body, its queue,
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
  app.decorateRequest("turn", null);
  app.addHook("onRoute", (route) => {
    const [method = ""] = [route.method].flat();
    const price = route.config?.price;
    if (!price) throw new Error(`The route ${method} ${route.url} has no price.`);
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
