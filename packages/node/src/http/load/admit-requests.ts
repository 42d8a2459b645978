import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { Metrics } from "../../metrics/create-metrics.ts";
import { type FailurePage, sendError } from "../errors/reply-with-error.ts";
import { wireError } from "../errors/to-wire-error.ts";
import { isWatching } from "../health/is-watching.ts";
import type { Admission, Rank, ShedReason } from "./create-admission.ts";
import type { Line } from "./create-line.ts";
import { limits } from "./limits.ts";
import { findToken, isProtocolWrite, rankToken } from "./rank-request.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whether it takes one of the places: it waits for its turn, or its handler is at work. */
    isOpen: boolean;
    /** Who else waits longer, or less long. */
    rank: Rank;
    /** Whether it was turned away because there was too much to do. */
    isShed: boolean;
    /** Its work is done, though the reply may still be on its way to a slow reader. */
    release(): void;
  }
}

interface Gate {
  readonly line: Line;
  readonly admission: Admission;
  readonly metrics: Pick<Metrics, "shed" | "left">;
  readonly failurePage: FailurePage;
}

/**
 * Turns requests away while there is too much to do: 503 OVERLOADED with `Retry-After`. What watches over the process is
 * always answered.
 */
export function admitRequests(app: FastifyInstance, ctx: Pick<Context, "store">, gate: Gate): void {
  const { line, admission, metrics } = gate;
  app.decorateRequest("isOpen", false);
  app.decorateRequest("rank", "guest");
  app.decorateRequest("isShed", false);
  app.addHook("onRequest", (request, reply, done) => {
    if (isWatching(request.url)) return done();
    const decide = (rank: Rank) => {
      request.rank = rank;
      const reason = admission.refuses(rank);
      if (reason === null) done();
      else shed(gate, { rank, reason }, request, reply);
    };
    if (isProtocolWrite(request)) return decide("kept");
    // Nobody is asked for a token while everybody is let in.
    const token = isCalm(gate) ? null : findToken(request);
    if (token === null) decide("guest");
    else rankToken(ctx, token).then(decide, done);
  });
  app.addHook("preHandler", (request, { raw }, done) => {
    // Who left while the body came is not waited for, and Fastify tells nobody of a reply that could not be sent.
    if (raw.destroyed) return done();
    request.isOpen = true;
    admission.begin();
    raw.once("close", () => {
      request.release();
      if (!raw.writableFinished) metrics.left.inc();
    });
    if (isWatching(request.url)) return done();
    line.enter(request.rank, () => {
      if (!raw.destroyed) done();
      return !raw.destroyed;
    });
  });
  app.decorateRequest("release", function release(this: FastifyRequest) {
    if (this.isOpen) admission.end();
    this.isOpen = false;
  });
}

function isCalm({ line, admission: { pressure, open } }: Gate): boolean {
  return pressure === 0 && open < limits.openGuests && line.standingMs === 0;
}

function shed(
  { metrics, failurePage }: Gate,
  { rank, reason }: { rank: Rank; reason: ShedReason },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { retryAfterLeast: least, retryAfterMost: most } = limits;
  const retryAfter = least + Math.floor(Math.random() * (most - least + 1));
  request.isShed = true;
  metrics.shed.inc({ rank, reason });
  sendError(request, reply, wireError("OVERLOADED", { retryAfter }), failurePage);
}
