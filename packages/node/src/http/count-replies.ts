import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics/create-metrics.ts";

/** Methods that are counted by their name; anybody can send another one. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const classes = ["other", "1xx", "2xx", "3xx", "4xx", "5xx"];

/**
 * Counts every reply by its route, and how long it took. Each route has a hook of its own, which knows the name: to ask a
 * request for its route costs more than the rest. To be called before the routes are declared.
 */
export function countReplies(app: FastifyInstance, metrics: Pick<Metrics, "requests" | "rateLimited">): void {
  app.addHook("onRoute", (route) => {
    const count = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      observe(metrics, route.url, request, reply);
      done();
    };
    route.onResponse = [route.onResponse ?? []].flat().concat(count);
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (request.is404) observe(metrics, "none", request, reply);
    done();
  });
}

function observe(
  { requests, rateLimited }: Pick<Metrics, "requests" | "rateLimited">,
  route: string,
  { method }: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): void {
  const labels = {
    method: methods.has(method) ? method : "other",
    route,
    status: classes[Math.floor(statusCode / 100)] ?? "other",
  };
  requests.observe(labels, elapsedTime / 1000);
  if (statusCode === 429) rateLimited.inc();
}
