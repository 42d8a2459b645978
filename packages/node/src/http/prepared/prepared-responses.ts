import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { MiB } from "@freehold/protocol/internal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { type Network, networkOf } from "../../limiter/network.ts";
import type { Share } from "../../limiter/shares.ts";
import { headOf, type Selection, select, type Validators } from "../bytes/conditions.ts";
import { limits } from "../limits.ts";
import { holdReply } from "../plugins/limit-bytes.ts";
import { clientOf, countLeft } from "../plugins/limit-requests.ts";
import { isPlainRead } from "../plugins/request-checks.ts";
import type { CountAnswer, Records } from "../plugins/request-log.ts";
import { requestIdHeader } from "../plugins/request-log.ts";
import { pathForLog } from "../present-error.ts";
import type { ServerContext } from "../server-context.ts";
import { createVariants, forgetOtherParameters, normaliseUrl, type ReadReader } from "./variants.ts";

const preparedBytes = 32 * MiB; // answers to public reads in memory

declare module "fastify" {
  interface FastifyRequest {
    /** The version of public data that the answer is made of, where it may be prepared. */
    publicVersion: string | null;
    /** Reads public data in several statements: once more when it changed between them, so that the result is of one state. */
    readOneState<Result>(read: () => Promise<Result>): Promise<Result>;
    /** The post whose page the answer is, as `page.sent` names it. */
    shownPost: number | null;
    /** Lets those go on that wait for the same answer. */
    endMaking: (() => void) | null;
  }
}

// Up to here, copying a text behind the headers costs less than a second write. An unread copy costs memory.
const oneWriteBytes = 16 * 1024;

/** An answer 200 as it goes over the wire. */
interface PreparedResponse {
  /** Names and values in turns, without those that differ between requests. */
  readonly headers: readonly string[];
  /** A short body is a text of one byte a character: Node writes it together with the headers. */
  readonly body: string | Buffer;
  /** Bytes of the body. */
  readonly size: number;
  readonly validators: Validators | null;
  readonly hasRanges: boolean;
  /** The post whose page it is. */
  readonly shownPost: number | null;
  readonly count: CountAnswer;
}

interface Needs extends Pick<ServerContext, "store" | "limiter" | "metrics" | "events">, Records {
  readonly readReader: ReadReader;
  readonly requestId: (request: IncomingMessage) => string;
  /** The address of the client, which a trusted proxy may name. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Answers from memory. */
export interface PreparedResponses {
  /** Answers a request from memory, by the rules that the framework's plugins have for a read. @returns whether it did */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Keeps the answers of routes that are added from now on. */
  keepAnswers(app: FastifyInstance): void;
}

/**
 * Keeps answers to public reads, and gives them again without the framework, until public data changes (design part 3). It
 * takes answers 200 of the routes that are `prepared`; the framework makes all other answers and the refusals.
 */
export function openPreparedResponses(needs: Needs): PreparedResponses {
  const { store, limiter, metrics, events, counterOf } = needs;
  const variants = createVariants(needs.readReader);
  const responses = new LRUCache<string, PreparedResponse>({
    maxSize: preparedBytes,
    sizeCalculation: ({ headers, size }, key) => size + 2 * key.length + headers.join("").length,
  });
  /** The version of the data that all responses were made from. */
  let version: string | null = null;
  /** Responses that are being made: other requests for them wait. */
  const making = new Map<string, Promise<void>>();

  /** @returns null for a URL that is not prepared */
  function keyOf({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): string | null {
    const normal = normaliseUrl(url);
    return normal === null ? null : `${variants.variantOf(normal, headers)} ${normal}`;
  }

  function find(request: IncomingMessage): PreparedResponse | undefined {
    if (!isPlainRead(request)) return undefined;
    forgetOutdated();
    const key = responses.size > 0 ? keyOf(request) : null;
    return key === null ? undefined : responses.get(key);
  }

  function forgetOutdated(): void {
    const latest = store.versionInTurn();
    if (latest === version) return;
    version = latest;
    responses.clear();
    variants.forget();
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const found = find(request);
    if (!found) return false;
    const began = performance.now();
    const ip = needs.addressOf(request);
    const network = networkOf(ip);
    const share = found.size > limits.unheldReplyBytes ? limiter.replies.take(network, found.size) : null;
    if (typeof share === "string") return false;
    if (limiter.requests.take(network) > 0) {
      share?.release();
      return false;
    }
    const id = needs.requestId(request);
    const status = send(request, response, found, id);
    noteSent(request, status, found.shownPost);
    holdUntilRead(request, response, found.size, network, share);
    if (response.writableLength > 0 && !request.socket.destroyed) countLeft(response, metrics);
    const method = request.method ?? "";
    const counted = { method, status, ms: performance.now() - began };
    found.count(counted);
    needs.logAnswer(counted, false, () => ({ id, path: pathForLog({ url: request.url ?? "" }), ip }));
    return true;
  }

  function noteSent({ method, headers }: IncomingMessage, status: number, postId: number | null): void {
    if (postId === null || method !== "GET" || (status !== 200 && status !== 304)) return;
    events.emit("page.sent", { postId, headers });
  }

  function holdUntilRead(
    request: IncomingMessage,
    response: ServerResponse,
    size: number,
    network: Network,
    taken: Share | null,
  ): void {
    // The system has it all. Behind another answer to the same client it is not in the socket yet.
    if (response.writableLength === 0) {
      taken?.release();
      return;
    }
    const share = taken ?? limiter.replies.take(network, size);
    if (typeof share === "string") {
      request.socket.destroy();
      return;
    }
    holdReply(response, share, size);
  }

  function save(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    if (request.publicVersion === null || request.method !== "GET" || reply.statusCode !== 200) return;
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return;
    forgetOutdated();
    if (version !== request.publicVersion) return;
    const key = keyOf(request.raw);
    if (key === null || Buffer.byteLength(payload) > limits.preparedResponseBytes) return;
    const prepared = toPrepared(reply, copyBytes(payload), {
      count: counterOf(request.routeOptions.url ?? ""),
      shownPost: request.shownPost,
    });
    if (prepared) responses.set(key, prepared);
  }

  /** An answer that had to be made counts by its size, because anybody can find a URL that was not requested yet. */
  function charge(request: FastifyRequest, payload: unknown): void {
    const size = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : 0;
    const tokens = Math.floor(size / limiterLimits.madeBytesPerToken);
    if (tokens > 0) limiter.requests.charge(clientOf(request), tokens);
  }

  /** Has a request wait for the same answer that is being made for another one. @returns whether that answered it */
  async function waitForOther(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = request.method === "GET" ? keyOf(request.raw) : null;
    if (key === null) return false;
    const other = making.get(key);
    if (!other) {
      const { promise, resolve } = Promise.withResolvers<void>();
      making.set(key, promise);
      request.endMaking = () => {
        if (making.get(key) === promise) making.delete(key);
        resolve();
      };
      reply.raw.once("close", request.endMaking);
      return false;
    }
    // The other one may wait for its turn behind many requests of its network.
    await Promise.race([other, pause(limits.sameAnswerMs, undefined, { ref: false })]);
    const found = find(request.raw);
    if (!found || reply.raw.destroyed) return false;
    const network = clientOf(request);
    const share = limiter.replies.take(network, found.size);
    if (typeof share === "string") return false;
    reply.hijack();
    noteSent(request.raw, send(request.raw, reply.raw, found, request.id), found.shownPost);
    holdUntilRead(request.raw, reply.raw, found.size, network, share);
    return true;
  }

  function keepAnswers(app: FastifyInstance): void {
    app.decorateRequest("publicVersion", null);
    app.decorateRequest("readOneState", async function (read) {
      if (this.publicVersion === null) return await read();
      for (let left = limits.sameStateReads; ; left -= 1) {
        this.publicVersion = store.version();
        const result = await read();
        if (left === 0 || store.version() === this.publicVersion) return result;
      }
    });
    app.decorateRequest("shownPost", null);
    app.decorateRequest("endMaking", null);
    app.addHook("onRoute", (route) => {
      if (!route.config?.isPrepared) return;
      const begin = async (request: FastifyRequest, reply: FastifyReply) => {
        if (await waitForOther(request, reply)) return reply;
        forgetOtherParameters(request.url, request.query as Record<string, unknown>);
        request.publicVersion = store.version();
      };
      const end = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        charge(request, payload);
        save(request, reply, payload);
        noteSent(request.raw, reply.statusCode, request.shownPost);
        request.endMaking?.();
        return payload;
      };
      route.onRequest = [begin, route.onRequest ?? []].flat();
      route.onSend = [route.onSend ?? []].flat().concat(end);
    });
  }

  return { answer, keepAnswers };
}

/** @returns null for an answer with a header that is for one client alone */
function toPrepared(
  reply: FastifyReply,
  bytes: Buffer,
  about: Pick<PreparedResponse, "count" | "shownPost">,
): PreparedResponse | null {
  const { [requestIdHeader]: _id, "content-length": _length, ...others } = reply.getHeaders();
  if (others["set-cookie"] !== undefined) return null;
  const { etag, "last-modified": modified } = others;
  return {
    headers: Object.entries(others).flatMap(([name, value]) => [name, String(value)]),
    body: bytes.length <= oneWriteBytes ? bytes.toString("latin1") : bytes,
    size: bytes.length,
    validators:
      etag === undefined
        ? null
        : { etag: String(etag), lastModified: modified === undefined ? null : Date.parse(String(modified)) },
    hasRanges: others["accept-ranges"] === "bytes",
    ...about,
  };
}

/** Sends the part of a response that a request gets. @returns its status */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body, size, validators, hasRanges }: PreparedResponse,
  id: string,
): number {
  const selection: Selection = validators
    ? select(request, { ...validators, size: hasRanges ? size : null })
    : { kind: "whole" };
  const head = headOf(selection, size);
  const kept =
    head.without.length === 0
      ? headers
      : headers.filter((_, at) => !head.without.includes(headers[at - (at % 2)] ?? ""));
  response.writeHead(head.status, [...kept, requestIdHeader, id, ...head.headers]);
  if (selection.kind === "part") {
    const { start, end } = selection;
    response.end(
      typeof body === "string" ? body.slice(start, end + 1) : body.subarray(start, end + 1),
      "latin1",
    );
  } else if (selection.kind === "whole" && request.method !== "HEAD") response.end(body, "latin1");
  else response.end();
  return head.status;
}
