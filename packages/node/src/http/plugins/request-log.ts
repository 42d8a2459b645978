import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import { trustsAddress } from "../../config/setting-values.ts";
import type { Context } from "../../context.ts";
import type { LatencySeries } from "../../observability/latency-histogram.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { pathForLog } from "../present-error.ts";

const loggedSample = 100; // of this number of successful requests one is logged

/** An answer, as it is counted and logged. */
export interface Answer {
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * Logs answers: each 5xx and a sample of the rest, without health checks; at the levels debug and trace all. Requests that
 * are shed under load are not logged one by one.
 *
 * @returns logs an answer; it calls `describe` where it does
 */
export function createRequestLog({ log, config }: Pick<Context, "log" | "config">) {
  const logsAll = config.logLevel === "debug" || config.logLevel === "trace";
  let count = 0;
  return (
    { method, status, ms }: Answer,
    isShed: boolean,
    describe: () => { id: string; path: string; ip: string },
  ) => {
    count += 1;
    const isSampled = count % loggedSample === 1;
    const isLogged = isSampled || (status >= 500 && !isShed);
    if (!isLogged && !logsAll) return;
    const { id, path, ip } = describe();
    if (isHealthy(path, status) && !logsAll) return;
    const fields = { id, method, path, status, ms: Math.round(ms * 10) / 10, ip };
    log[isLogged ? "info" : "debug"](fields, "answered");
  };
}

/** Whether this is the answer that a container or a load balancer gets every few seconds. */
const isHealthy = (path: string, status: number) => status === 200 && /^\/(?:livez|readyz)$/.test(path);

type Needs = Pick<Metrics, "requests" | "rateLimited">;

/** Counts answers of one route and how long they took. */
export type CountAnswer = (answer: Answer) => void;

/** Methods that are counted by their name; anybody can send another one. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const classes = ["other", "1xx", "2xx", "3xx", "4xx", "5xx"];

/** The counter of a route by its pattern; null for replies that no route gave. */
export type CounterOf = (route: string | null) => CountAnswer;

export function createCounters(metrics: Needs): CounterOf {
  const counters = new Map<string | null, CountAnswer>();
  return (route) => {
    const counter = counters.get(route) ?? createCounter(metrics, route ?? "none");
    counters.set(route, counter);
    return counter;
  };
}

/** Records an answer: counts it under its route, and logs it. */
export interface Records {
  readonly counterOf: CounterOf;
  readonly logAnswer: ReturnType<typeof createRequestLog>;
}

/**
 * Counts and logs replies of the framework. Each route gets its own hook to count, because reading the route from a request
 * costs more than counting. Call it before the routes are declared.
 */
export function recordAnswers(app: FastifyInstance, { counterOf, logAnswer }: Records): void {
  app.addHook("onRoute", (route) => {
    const count = counterOf(route.url);
    const hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      count(toAnswer(request, reply));
      done();
    };
    route.onResponse = [route.onResponse ?? []].flat().concat(hook);
  });
  const countOther = counterOf(null);
  // One hook for all of it: each one more is paid for with every reply.
  app.addHook("onResponse", (request, reply, done) => {
    const answer = toAnswer(request, reply);
    if (request.is404) countOther(answer);
    logAnswer(answer, request.isShed, () => ({ id: request.id, path: pathForLog(request), ip: request.ip }));
    done();
  });
}

function toAnswer({ method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): Answer {
  return { method, status: statusCode, ms: elapsedTime };
}

function createCounter({ requests, rateLimited }: Needs, route: string): CountAnswer {
  const known = new Map<string, LatencySeries[]>();
  return ({ method: given, status, ms }) => {
    const method = methods.has(given) ? given : "other";
    const byClass = known.get(method) ?? [];
    if (byClass.length === 0) known.set(method, byClass);
    const index = Math.floor(status / 100);
    byClass[index] ??= requests.series({ method, route, status: classes[index] ?? "other" });
    byClass[index].observe(ms / 1000);
    if (status === 429) rateLimited.inc();
  };
}

export const requestIdHeader = "x-request-id";
/** The ids that a proxy may set. Other characters could forge log lines. */
const validId = /^[A-Za-z0-9][\w.:-]{0,99}$/;

/**
 * Gives each request an id for the log, which its client gets too. A trusted proxy may set it, so that both logs can be
 * compared.
 */
export function createRequestIds({
  trustProxy,
}: Pick<Config, "trustProxy">): (request: IncomingMessage) => string {
  const isTrusted = trustsAddress(trustProxy);
  // Short, and different for requests of this process.
  const start = Date.now().toString(36);
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader];
    if (typeof given === "string" && validId.test(given) && isTrusted(socket.remoteAddress ?? ""))
      return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
