import { Agent, type RequestOptions, request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { Form } from "@freehold/protocol";
import { type Reply, readReply } from "./reply.ts";

/** How to call the node under test, beyond method and path. */
export interface CallOptions {
  headers?: Record<string, string>;
  /** An object or array is sent as JSON, with its content type; text and bytes are sent as they are, without one. */
  body?: unknown;
}

/** The node under test, from outside. */
export interface NodeUnderTest extends Disposable {
  /** As it was given, without a slash at its end. */
  readonly url: string;
  /** Everything under `/ewp/` that was answered with an error so far, for the checks that look at all errors. */
  readonly refusals: readonly Reply[];
  /**
   * Calls a path, query included, which is sent as it is.
   * @throws Error when there is no reply in time
   */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
}

/** A reference peer is known by its name (decisions 6). */
export const agents: Readonly<Record<Form, string>> = {
  baseline: "freehold-conformance",
  reference: "ePress-Sync/0.2.11",
};
/** Milliseconds for one exchange; a node that checks another node in between needs some. */
const deadlineMs = 30_000;
const attempts = 3;
const longestWaitMs = 60_000;
const largeBytes = 64 * 1024;
const maxRefusals = 2_000;

/**
 * @param url HTTPS base URL
 * @param options.form whose name it is called by
 * @param options.ca an authority to trust, PEM, in place of the well-known ones
 */
export function createNodeUnderTest(url: string, options: { ca?: string; form?: Form } = {}): NodeUnderTest {
  const { ca, form = "baseline" } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ...(ca !== undefined && { ca }) });
  const base = url.replace(/\/+$/, "");
  const refusals: Reply[] = [];
  const call = async (method: string, path: string, { headers = {}, body }: CallOptions = {}) => {
    const bytes = toBytes(body);
    const options = {
      ...targetOf(base, path),
      method,
      agent,
      headers: { "user-agent": agents[form], ...headersOf(method, body, bytes), ...headers },
    };
    const reply = await insist(() => exchange(options, bytes));
    if (reply.status >= 400 && path.startsWith("/ewp/") && refusals.length < maxRefusals) {
      refusals.push({ ...reply, request: `${method} ${path}` });
    }
    return reply;
  };
  return {
    url: base,
    refusals,
    call,
    get: (path, headers) => call("GET", path, headers ? { headers } : {}),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** Split by hand: a URL parser would tidy up what the checks send on purpose. */
function targetOf(base: string, path: string): RequestOptions {
  const { hostname, port, pathname } = new URL(base);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    ...(port && { port }),
    path: pathname.replace(/\/+$/, "") + path,
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

/** A connection that ended before the node can have done anything. */
class ConnectionGone extends Error {
  override readonly name = "ConnectionGone";
}

/** Again where a connection that was kept turned out to be gone, and when the node asks the client to wait (429). */
async function insist(work: () => Promise<Reply>): Promise<Reply> {
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
      // A kept connection may be closed just then; and who refuses a large body may not read it to its end.
      const isGone = "code" in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code));
      const isHarmless = outgoing.reusedSocket || (body?.length ?? 0) > largeBytes;
      reject(isGone && isHarmless ? new ConnectionGone(error.message, { cause: error }) : error);
    });
    outgoing.end(body ?? undefined);
  });
}
