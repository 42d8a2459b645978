import { Readable } from "node:stream";
import { PeerError, type PeerRequest, type PeerResponse } from "@freehold/protocol";
import { KiB } from "@freehold/protocol/internal";
import { Agent, type Dispatcher, request as send } from "undici";
import { failureOf } from "./failure-of.ts";
import { createGuardedConnector, type GuardOptions } from "./guarded-connector.ts";
import { limits as named } from "./limits.ts";
import { presentReply } from "./reply.ts";

const connectMs = 10_000; // look-up, connection and TLS
const headersMs = 10_000; // from a read to the headers of its reply
const writeHeadersMs = 30_000; // from a message to the headers of its reply
const idleMs = 20_000; // between two pieces of a reply
const headerBytes = 16 * KiB; // the headers of a reply
const connectionsPerOrigin = 6; // connections to one node
const keptConnections = 128; // connections that are kept for the next call, to all nodes together
const slowestBytesPerSecond = 16 * KiB; // the slowest pace of a long reply
const slowestGraceMs = 30_000; // how long a long reply may be below that pace
const keepAliveMs = 1_500; // a connection that is kept for the next call

/** Milliseconds and bytes. */
export interface TransportLimits {
  /** Look-up, connection and TLS. */
  readonly connectMs: number;
  /** From the request to the reply's headers. */
  readonly headersMs: number;
  /** The same for a write: before it answers, the peer may have to ask other nodes (spec 4.5, 4.9). */
  readonly writeHeadersMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
  readonly headerBytes: number;
  readonly connectionsPerOrigin: number;
  /** Connections, to all servers, that are kept for the next call. */
  readonly keptConnections: number;
  readonly slowest: { readonly bytesPerSecond: number; readonly graceMs: number };
}

const usualLimits: TransportLimits = {
  connectMs: connectMs,
  headersMs: headersMs,
  writeHeadersMs: writeHeadersMs,
  idleMs: idleMs,
  headerBytes: headerBytes,
  connectionsPerOrigin: connectionsPerOrigin,
  keptConnections: keptConnections,
  slowest: { bytesPerSecond: slowestBytesPerSecond, graceMs: slowestGraceMs },
};

/** Headers that the transport sets itself; a caller's values are ignored. */
const ownHeaders = new Set(["accept-encoding", "connection", "content-length", "host", "transfer-encoding"]);

/** A body that comes in pieces, of a length that is known. */
export interface SizedBody {
  readonly bytes: number;
  readonly source: AsyncIterable<Uint8Array>;
}

/** A call, as to a peer; its body may be bytes. */
export interface GuardedRequest extends Omit<PeerRequest, "body"> {
  body?: string | Uint8Array | SizedBody;
  /** Whether a redirected write is sent again to the new address. Otherwise a redirect of a write is an error. */
  repeatsWrites?: boolean;
  /** Called for each redirect that is followed, with its status and where it leads. */
  onRedirect?: (status: number, url: string) => void;
}

/** A reply, and the address behind the redirects that it came from. */
export interface GuardedReply extends PeerResponse {
  readonly url: string;
}

/** The protocol's `Transport`, and more. @throws PeerError, or the reason of the caller's signal */
export type GuardedTransport = (request: GuardedRequest) => Promise<GuardedReply>;

export interface PeerTransport {
  readonly send: GuardedTransport;
  /** Ends every call and every connection. */
  close(): Promise<void>;
}

/**
 * The guarded way to other nodes (design part 1): https only, addresses checked where the connection is made, and a total
 * deadline, a size cap and three redirects at the most on every call. Connections are kept for the next one.
 */
export function createTransport(
  options: Omit<GuardOptions, "timeoutMs"> & { readonly limits?: Partial<TransportLimits> },
): PeerTransport {
  const limits: TransportLimits = { ...usualLimits, ...options.limits };
  const connector = createGuardedConnector({ ...options, timeoutMs: limits.connectMs });
  const agent = new Agent({
    connect: connector.connect,
    allowH2: false,
    connections: limits.connectionsPerOrigin,
    pipelining: 1,
    // Short, whatever the peer says: a publication for ten thousand followers must not leave as many connections open.
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    bodyTimeout: limits.idleMs,
  });
  return {
    send: (request) => call(agent, request, { ...limits, closes: connector.open >= limits.keptConnections }),
    async close() {
      const destroyed = agent.destroy();
      connector.close();
      await destroyed;
    },
  };
}

/** `closes`: the connection is closed after the call, because enough others are open. */
type CallLimits = TransportLimits & { readonly closes: boolean };

/** @throws PeerError, or the reason of the caller's signal */
async function call(agent: Agent, request: GuardedRequest, limits: CallLimits): Promise<GuardedReply> {
  const deadline = startDeadline(request.deadlineMs, request.signal);
  try {
    const { reply, url } = await followRedirects(agent, request, limits, deadline.signal);
    reply.body.once("close", deadline.clear);
    return { ...(await presentReply(reply, request, limits.slowest)), url };
  } catch (error) {
    deadline.clear();
    throw failureOf(error, request.signal);
  }
}

async function followRedirects(
  agent: Agent,
  request: GuardedRequest,
  limits: CallLimits,
  signal: AbortSignal,
): Promise<{ reply: Dispatcher.ResponseData; url: string }> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const headersTimeout = isRead ? limits.headersMs : limits.writeHeadersMs;
  let url = parseTarget(request.url);
  for (let redirects = 0; ; redirects += 1) {
    const reply = await sendOnce(request, url, {
      dispatcher: agent,
      headersTimeout,
      signal,
      ...(limits.closes && { reset: true }),
    });
    if (!isRedirect(reply.statusCode)) {
      return { reply, url: url.href };
    }
    reply.body.destroy();
    // 303: the write is done, and the address shows its result.
    if (!isRead && (!request.repeatsWrites || reply.statusCode === 303)) {
      throw new PeerError("bad-reply", "The peer redirects a request that only it may take.", {
        code: "WRITE_REDIRECTED",
      });
    }
    if (redirects === named.redirects) {
      throw new PeerError("bad-reply", "The peer redirects too often.", { code: "TOO_MANY_REDIRECTS" });
    }
    url = nextTarget(reply.headers.location, url);
    request.onRedirect?.(reply.statusCode, url.href);
  }
}

async function sendOnce(
  { method, headers, body }: GuardedRequest,
  url: URL,
  options: { dispatcher: Agent; headersTimeout: number; signal: AbortSignal; reset?: boolean },
): Promise<Dispatcher.ResponseData> {
  const passed = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  const isSized = typeof body === "object" && "source" in body;
  const reply = await send(url, {
    ...options,
    method,
    headers: {
      ...Object.fromEntries(passed),
      "accept-encoding": "identity",
      ...(isSized && { "content-length": String(body.bytes) }),
    },
    body: isSized ? Readable.from(body.source, { objectMode: false }) : (body ?? null),
  });
  // The reader of the body gets the error; without a listener it would end the process.
  reply.body.on("error", () => {});
  return reply;
}

/** The end of one call: by time, or because the caller wants no more. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The call is over. */
  clear(): void;
}

/**
 * Starts the total time of a call.
 * @param milliseconds from now to the last byte
 * @param caller its reason becomes the signal's
 */
function startDeadline(milliseconds: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new PeerError("timeout", "The call took too long.", { code: "DEADLINE" }));
  }, milliseconds);
  const onAbort = () => controller.abort(caller?.reason);
  if (caller?.aborted) {
    onAbort();
  }
  caller?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    },
  };
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function isRedirect(status: number): boolean {
  return statuses.has(status);
}

/**
 * The URL of a call.
 * @throws PeerError unreachable for anything but https without credentials (decisions 8)
 */
export function parseTarget(text: string): URL {
  const url = toTarget(text, undefined);
  if (url === null) {
    throw new PeerError("unreachable", "Between nodes only https URLs count.", {
      code: "SCHEME_NOT_ALLOWED",
    });
  }
  return url;
}

/**
 * The target of a redirect. Its address is checked when the connection is made, like every other.
 * @throws PeerError bad-reply for anything but https without credentials
 */
function nextTarget(location: string | string[] | undefined, from: URL): URL {
  const url = typeof location === "string" ? toTarget(location, from) : null;
  if (url === null) {
    throw new PeerError("bad-reply", "The peer redirects to an address that is not an https URL.", {
      code: "BAD_REDIRECT",
    });
  }
  return url;
}

function toTarget(text: string, base: URL | undefined): URL | null {
  const url = URL.parse(text, base);
  const isTarget = url?.protocol === "https:" && url.username === "" && url.password === "";
  return isTarget ? url : null;
}
