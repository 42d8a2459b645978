import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { Context } from "../../context.ts";
import { limits } from "../../limiter/limits.ts";
import { type Network, networkOf } from "../../limiter/network.ts";
import type { Rates } from "../../limiter/rates.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { type FailurePage, type PresentedError, presentCode, sendError } from "../present-error.ts";

const heldRefusalMs = 1_000; // a refusal beyond `refusalsPerMinute` waits
const shedMs = 2_000; // how long `/readyz` is 503 after a 503

declare module "fastify" {
  interface FastifyRequest {
    /** Whether it was answered 503 OVERLOADED. */
    isShed: boolean;
  }
}

/** Why a request is answered 503: too many are open, too many wait, too many bytes are in memory, the process is late. */
export type ShedReason = "open" | "waiting" | "bytes" | "late";

/** The network of a client: behind a trusted proxy the one that it names. */
export function clientOf({ ip }: FastifyRequest): Network {
  return networkOf(ip ?? null);
}

/** How requests beyond a limit are answered. */
export interface Refuser {
  /** 429 RATE_LIMITED with `Retry-After` (decisions 2). A client that continues waits for its answer. */
  refuse(request: FastifyRequest, reply: FastifyReply, waitMs: number, detail?: string): void;
  /** 503 OVERLOADED with `Retry-After`. */
  shed(request: FastifyRequest, reply: FastifyReply, reason: ShedReason): void;
  /** Counts a request that is answered 503 in another way. */
  countShed(request: FastifyRequest, reason: ShedReason): void;
  /** Whether it did so in the last seconds. */
  readonly isShedding: boolean;
}

interface Needs extends Pick<Context, "limiter" | "log"> {
  readonly metrics: Pick<Metrics, "shed" | "left">;
  readonly failurePage: FailurePage;
}

export function createRefuser(needs: Needs): Refuser {
  let shedAt = Number.NEGATIVE_INFINITY;

  function countShed(request: FastifyRequest, reason: ShedReason): void {
    const now = performance.now();
    if (now - shedAt > shedMs) needs.log.warn({ reason }, "too busy: requests are answered 503");
    shedAt = now;
    request.isShed = true;
    needs.metrics.shed.inc({ reason });
  }

  return {
    countShed,
    refuse(request, reply, waitMs, detail) {
      const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
      const error = presentCode("RATE_LIMITED", { retryAfter, ...(detail !== undefined && { detail }) });
      const send = () => sendError(request, reply, error, needs.failurePage);
      // A client that ignores refusals would keep the process busy with them.
      if (needs.limiter.refusals.take(clientOf(request)) > 0) setTimeout(send, heldRefusalMs);
      else send();
    },
    shed(request, reply, reason) {
      countShed(request, reason);
      sendError(request, reply, overloaded(), needs.failurePage);
    },
    get isShedding() {
      return performance.now() - shedAt <= shedMs;
    },
  };
}

/** The reply to a refused request. The time is random, so that not all come back at once. */
export function overloaded(): PresentedError {
  const { retryAfterLeast: least, retryAfterMost: most } = limits;
  return presentCode("OVERLOADED", { retryAfter: least + Math.floor(Math.random() * (most - least + 1)) });
}

/** Rules that wait for the end of a reply; Node warns of more than ten. */
const waitersOfReply = 32;

/**
 * Bounds the requests of a network: how many are open, and how many there are in a minute. Refuses all requests while the
 * process is late.
 */
export function limitRequests(
  app: FastifyInstance,
  needs: Needs,
  refuser: Refuser,
  isLate: LatenessCheck = createLatenessCheck(),
): void {
  const { limiter, metrics } = needs;
  app.decorateRequest("isShed", false);
  app.addHook("onRequest", (request, reply, done) => {
    // Monitoring must always get an answer.
    if (request.url === "/livez") return done();
    if (isLate()) return refuser.shed(request, reply, "late");
    const share = limiter.openRequests.take(clientOf(request), 1);
    if (typeof share === "string") {
      // More of the same connection would follow.
      reply.header("connection", "close");
      if (share === "all") return refuser.shed(request, reply, "open");
      return refuser.refuse(request, reply, 1_000, "There are too many requests from this address at once.");
    }
    reply.raw.setMaxListeners(waitersOfReply).on("close", share.release);
    countLeft(reply.raw, metrics);
    const waitMs = limiter.requests.take(clientOf(request), request.routeOptions.config.price?.tokens);
    if (waitMs === 0) done();
    else refuser.refuse(request, reply, waitMs);
  });
}

/** Counts a client that leaves before it has its answer. */
export function countLeft(raw: ServerResponse, { left }: Pick<Metrics, "left">): void {
  // It happens once; `once` would cost more.
  raw.on("close", () => {
    if (!raw.writableFinished) left.inc();
  });
}

/** A hook of a route that has a rate of its own, before the body is read: 429 RATE_LIMITED. */
export function limitRoute(rates: Rates, refuser: Refuser): onRequestHookHandler {
  return (request, reply, done) => {
    const waitMs = rates.take(clientOf(request));
    if (waitMs === 0) done();
    else refuser.refuse(request, reply, waitMs);
  };
}

/** Call it with each request. @returns whether the event loop is so late that a request would wait for seconds */
type LatenessCheck = () => boolean;

interface Options {
  readonly lateMs?: number;
  readonly sampleMs?: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
  /** Calls a function once, after a time in milliseconds. */
  readonly wait?: (ms: number, then: () => void) => void;
}

/**
 * Measures how late a timer fires. Requests start the timer, so an idle process has none. One long pause is not overload: the
 * loop counts as late after two measurements in a row, and until the next good one.
 */
export function createLatenessCheck({
  lateMs = limits.lateMs,
  sampleMs = limits.lateSampleMs,
  now = () => performance.now(),
  wait = (ms, then) => void setTimeout(then, ms).unref(),
}: Options = {}): LatenessCheck {
  let isMeasuring = false;
  let lateSamples = 0;

  function measure(): void {
    isMeasuring = true;
    const due = now() + sampleMs;
    wait(sampleMs, () => {
      isMeasuring = false;
      lateSamples = now() - due > lateMs ? lateSamples + 1 : 0;
      if (lateSamples > 0) measure();
    });
  }

  return () => {
    if (!isMeasuring) measure();
    return lateSamples > 1;
  };
}
