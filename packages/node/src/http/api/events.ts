import type { ServerResponse } from "node:http";
import { KiB } from "@freehold/protocol/internal";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { watchAuthority } from "../../domain/access/authority.ts";
import { requireAccess } from "../../domain/access/callers.ts";
import { AppError } from "../../errors/errors.ts";
import { createShares } from "../../limiter/shares.ts";
import { requireCaller } from "../caller.ts";
import { limits } from "../limits.ts";
import { type ApiPaths, jsonAnswer, ref, text } from "../openapi/parts.ts";
import { simple } from "../prices.ts";
import { priced } from "../read-route.ts";

const eventStreamBytes = 16 * KiB; // events that a page has not read yet

/** The names of a stream's events. */
type Topic = "timeline" | "notifications";

/** A page that listens for events. */
interface Stream {
  readonly raw: ServerResponse;
  readonly topics: readonly Topic[];
}

// The pause between two signs of life, shorter than proxies wait.
const heartbeatMs = 25_000;
// Events within this time are sent together.
const gatherMs = 500;

/**
 * GET /api/events: server-sent events for the owner's session, or a token that may read the timeline. `event: timeline`
 * says that a post has come, `event: notifications` (for the owner alone) that a notification has; a client reads it by
 * GraphQL. It covers the commits of all processes of the node. While no stream is open, nothing runs.
 */
export function registerEvents(scope: FastifyInstance, ctx: Context): void {
  const streams = new Set<Stream>();
  const perNetwork = limits.eventStreamsPerSession;
  // A program must not take those of the owner's pages.
  const shares = {
    client: createShares({ most: limits.eventStreams, perNetwork }),
    integration: createShares({ most: limits.eventStreamsOfTokens, perNetwork }),
  };
  const waiting = new Set<Topic>();
  let gathering: NodeJS.Timeout | null = null;
  let heartbeat: NodeJS.Timeout | null = null;

  const tell = () => {
    gathering = null;
    const news = [...waiting];
    waiting.clear();
    for (const stream of streams) {
      const told = news.filter((topic) => stream.topics.includes(topic));
      if (told.length > 0) write(stream, told.map((topic) => `event: ${topic}\ndata: {}\n\n`).join(""));
    }
  };
  const hear = (topic: Topic) => () => {
    if (streams.size === 0) return;
    waiting.add(topic);
    if (gathering === null) gathering = setTimeout(tell, gatherMs).unref();
  };
  const ends = [
    ctx.store.onDue("timeline", hear("timeline")),
    ctx.store.onDue("notifications", hear("notifications")),
  ];

  const beat = () => {
    for (const stream of streams) write(stream, ":\n\n");
  };
  const remove = (stream: Stream) => {
    streams.delete(stream);
    if (streams.size > 0 || heartbeat === null) return;
    clearInterval(heartbeat);
    heartbeat = null;
  };
  const add = (stream: Stream) => {
    streams.add(stream);
    stream.raw.once("close", () => remove(stream));
    heartbeat ??= setInterval(beat, heartbeatMs).unref();
  };

  scope.addHook("preClose", async () => {
    for (const end of ends) end();
    for (const { raw } of streams) raw.end();
  });
  scope.get("/api/events", priced(simple), async (request, reply) => {
    const caller = await requireCaller(ctx, request, reply);
    requireAccess(caller, "read:timeline");
    if (caller.kind === "anonymous") throw new Error("Anybody hears of news.");
    const share = shares[caller.kind].take([{ key: caller.tokenId, factor: 1 }], 1);
    if (typeof share === "string")
      throw new AppError("RATE_LIMITED", "Too many pages are open.", { retryAfter: 60 });
    reply.raw.once("close", share.release);
    open(reply);
    add({
      raw: reply.raw,
      topics: caller.kind === "client" ? ["timeline", "notifications"] : ["timeline"],
    });
    const watch = watchAuthority(ctx, caller, () => reply.raw.end());
    reply.raw.once("close", () => watch[Symbol.dispose]());
    return reply;
  });
}

/** Begins the reply, which then belongs to the stream. */
function open(reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  // A proxy that gathers replies would hold back the news.
  reply.header("x-accel-buffering", "no").type("text/event-stream; charset=utf-8").hijack();
  const { raw } = reply;
  raw.setTimeout(0);
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.write(":\n\n");
}

function write({ raw }: Stream, text: string): void {
  if (raw.writableLength > eventStreamBytes) raw.destroy();
  else raw.write(text);
}

/** The description of these routes for `/api/openapi.json`. */
export const eventsApi: ApiPaths = {
  "/api/events": {
    get: {
      operationId: "listen",
      summary: "Server-sent events: a post of a followed node has come. GraphQL has the post",
      security: [{ token: [] }],
      responses: {
        200: {
          description: "`event: timeline`, with nothing but an empty object as data.",
          content: { "text/event-stream": { schema: text } },
        },
        401: jsonAnswer("UNAUTHENTICATED: a token is needed.", ref("Error")),
        403: jsonAnswer("FORBIDDEN: the scope `read:timeline` is needed.", ref("Error")),
        429: jsonAnswer("RATE_LIMITED: too many clients listen now.", ref("Error")),
      },
    },
  },
};
