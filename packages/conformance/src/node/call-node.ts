import { Agent, type RequestOptions, request } from "node:https";
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
  /** Everything that was answered with an error so far, for the checks that look at all errors. */
  readonly refusals: readonly Reply[];
  /**
   * Calls a path, query included, which is sent as it is.
   * @throws Error when there is no reply in time
   */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
}

/** A reference peer is known by its name (decisions 6). */
const agents: Readonly<Record<Form, string>> = {
  baseline: "freehold-conformance",
  reference: "ePress-Sync/0.2.11",
};
/** Milliseconds for one exchange; a node that checks another node in between needs some. */
const deadlineMs = 30_000;
const attempts = 3;
const longestWaitMs = 60_000;
const mostRefusals = 2_000;

/**
 * @param url HTTPS base URL
 * @param options.form whose name it is called by
 * @param options.ca an authority to trust, PEM, in place of the well-known ones
 */
export function createNodeUnderTest(
  url: string,
  options: { ca?: string; form?: Form; signal?: AbortSignal } = {},
): NodeUnderTest {
  const { ca, form = "baseline", signal } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ...(ca !== undefined && { ca }) });
  const base = url.replace(/\/+$/, "");
  const refusals: Reply[] = [];
  const call = async (method: string, path: string, { headers = {}, body }: CallOptions = {}) => {
    const bytes = toBytes(body);
    const isJson = bytes !== null && typeof body !== "string" && !(body instanceof Uint8Array);
    const all = {
      "user-agent": agents[form],
      ...(isJson && { "content-type": "application/json" }),
      ...headers,
    };
    const length =
      bytes === null
        ? method === "GET" || method === "HEAD"
          ? {}
          : { "content-length": "0" }
        : { "content-length": String(bytes.length) };
    const target = targetOf(base, path);
    const reply = await insist(
      () => exchange({ ...target, method, agent, headers: { ...all, ...length } }, bytes, signal),
      signal,
    );
    if (reply.status >= 400 && refusals.length < mostRefusals)
      refusals.push({ ...reply, request: `${method} ${path}` });
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

/** Again where a connection that was kept turned out to be gone, and when the node asks for patience. */
async function insist(work: () => Promise<Reply>, signal: AbortSignal | undefined): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await work().catch((error: unknown) => {
      if (attempt >= attempts || !isGone(error)) throw error;
      return null;
    });
    if (reply === null) continue;
    const seconds = reply.status === 429 ? Number(reply.headers["retry-after"]) : Number.NaN;
    if (attempt >= attempts || !(seconds > 0 && seconds * 1000 <= longestWaitMs)) return reply;
    await pause(seconds * 1000, signal);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code));
}

function exchange(options: RequestOptions, body: Uint8Array | null, signal?: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, ...(signal && { signal }) }, (incoming) => {
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
      reject(error);
    });
    outgoing.end(body ?? undefined);
  });
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
