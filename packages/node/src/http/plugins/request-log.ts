import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { LatencySeries } from "../../observability/latency-histogram.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { limits } from "../limits.ts";
import { pathForLog } from "../present-error.ts";

/**
 * Logs replies: each 5xx and a sample of the rest; at the levels debug and trace all. Requests that are shed under load are not
 * logged one by one.
 */
export function createRequestLog({
  log,
  config,
}: Pick<Context, "log" | "config">): (request: FastifyRequest, reply: FastifyReply) => void {
  const logsAll = config.logLevel === "debug" || config.logLevel === "trace";
  let count = 0;
  return (request, reply) => {
    count += 1;
    const isSampled = count % limits.loggedSample === 1;
    const isLogged = isSampled || (reply.statusCode >= 500 && !request.isShed);
    if (!isLogged && !logsAll) return;
    const { id, method, ip } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const fields = { id, method, path: pathForLog(request), status: reply.statusCode, ms, ip };
    log[isLogged ? "info" : "debug"](fields, "answered");
  };
}

type Needs = Pick<Metrics, "requests" | "rateLimited">;

/** Methods that are counted by their name; anybody can send another one. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const classes = ["other", "1xx", "2xx", "3xx", "4xx", "5xx"];

/**
 * Counts replies and their duration by route. Each route gets its own hook, because reading the route from a request costs more
 * than counting. Call it before the routes are declared.
 *
 * @returns counts a reply that no route gave
 */
export function countRequests(
  app: FastifyInstance,
  metrics: Needs,
): (request: FastifyRequest, reply: FastifyReply) => void {
  app.addHook("onRoute", (route) => {
    const count = createCounter(metrics, route.url);
    const hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      count(request, reply);
      done();
    };
    route.onResponse = [route.onResponse ?? []].flat().concat(hook);
  });
  return createCounter(metrics, "none");
}

function createCounter({ requests, rateLimited }: Needs, route: string) {
  const known = new Map<string, LatencySeries[]>();
  return ({ method: given }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void => {
    const method = methods.has(given) ? given : "other";
    const byClass = known.get(method) ?? [];
    if (byClass.length === 0) known.set(method, byClass);
    const index = Math.floor(statusCode / 100);
    byClass[index] ??= requests.series({ method, route, status: classes[index] ?? "other" });
    byClass[index].observe(elapsedTime / 1000);
    if (statusCode === 429) rateLimited.inc();
  };
}
