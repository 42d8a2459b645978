import { Agent, type RequestOptions, request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { Form } from "@freehold/protocol";
import { type Reply, readReply } from "./reply.ts";

export interface CallOptions {
  headers?: Record<string, string>;
  /** An object or array is sent as JSON with its content type; text and bytes are sent unchanged, without one. */
  body?: unknown;
}

/** Nodes recognise a reference peer by its user agent (decisions 6). */
export const agents: Readonly<Record<Form, string>> = {
  baseline: "freehold-conformance",
  reference: "ePress-Sync/0.2.11",
};
/** Milliseconds for one exchange, in which the node may call another node. */
const deadlineMs = 30_000;
const attempts = 3;
const longestWaitMs = 60_000;
const largeBytes = 64 * 1024;
const maxRefusals = 2_000;

export type NodeUnderTest = ReturnType<typeof createNodeUnderTest>;

/**
 * A client of the node under test.
 *
 * @param url HTTPS base URL
 * @param options.form selects the user agent
 * @param options.ca an authority to trust, PEM, in place of the well-known ones
 */
export function createNodeUnderTest(
  url: string,
  { ca, form = "baseline" }: { ca?: string; form?: Form } = {},
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ...(ca !== undefined && { ca }) });
  const base = url.replace(/(?<!\/)\/+$/, "");
  const refusals: Reply[] = [];

  /** Calls a path with its query, sent unchanged. Throws Error without a reply in time. */
  async function call(method: string, path: string, { headers, body }: CallOptions = {}): Promise<Reply> {
    const bytes = toBytes(body);
    const sent = { "user-agent": agents[form], ...headersOf(method, body, bytes), ...headers };
    const options = { ...targetOf(base, path), method, agent, headers: sent };
    const reply = { ...(await retry(() => exchange(options, bytes))), request: `${method} ${path}` };
    const isRefusal = reply.status >= 400 && path.startsWith("/ewp/");
    if (isRefusal && refusals.length < maxRefusals) refusals.push(reply);
    return reply;
  }

  return {
    /** Without a trailing slash. */
    url: base,
    /** Every error reply of a path under `/ewp/` so far, for the checks of all errors. */
    refusals: refusals as readonly Reply[],
    call,
    get: (path: string, headers: Record<string, string> = {}) => call("GET", path, { headers }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** A URL parser would normalise the path; checks send malformed ones on purpose. */
function targetOf(base: string, path: string): RequestOptions {
  const { hostname, port, pathname } = new URL(base);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    ...(port && { port }),
    path: pathname.replace(/(?<!\/)\/+$/, "") + path,
  };
}

function toBytes(body: unknown): Uint8Array | null {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function headersOf(method: string, body: unknown, bytes: Uint8Array | null): Record<string, string> {
  if (bytes === null) return method === "GET" || method === "HEAD" ? {} : { "content-length": "0" };
  const length = { "content-length": String(bytes.length) };
  const isJson = typeof body !== "string" && !(body instanceof Uint8Array);
  return isJson ? { ...length, "content-type": "application/json" } : length;
}

/** The connection ended before the node processed the request. */
class ConnectionGone extends Error {
  override readonly name = "ConnectionGone";
}

/** Retries after the loss of a keep-alive connection and after 429. */
async function retry(work: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await work().catch((error: unknown) => {
      if (attempt >= attempts || !(error instanceof ConnectionGone)) throw error;
      return null;
    });
    if (reply === null) continue;
    const seconds = reply.status === 429 ? Number(reply.headers["retry-after"]) : Number.NaN;
    if (attempt >= attempts || !(seconds > 0 && seconds * 1000 <= longestWaitMs)) return reply;
    await pause(seconds * 1000);
  }
}

function exchange(options: RequestOptions, body: Uint8Array | null): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      readReply(incoming)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no reply within ${deadlineMs / 1000} s`)),
      deadlineMs,
    );
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      // The node may close an idle connection at that moment, or refuse a large body without reading all of it.
      const isGone = "code" in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code));
      const isHarmless = outgoing.reusedSocket || (body?.length ?? 0) > largeBytes;
      reject(isGone && isHarmless ? new ConnectionGone(error.message, { cause: error }) : error);
    });
    outgoing.end(body ?? undefined);
  });
}
