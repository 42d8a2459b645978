import { Agent, request } from "undici";
import type { FetchOptions, TestFetch } from "./test-node.ts";

/**
 * Calls nodes whose certificates are of one authority.
 *
 * @param authority a certificate, PEM
 * @param options.keepsConnections false opens a connection for each call: one that is kept may belong to a process that was killed
 */
export function createTestFetch(
  authority: string,
  { keepsConnections = true } = {},
): AsyncDisposable & { readonly fetch: TestFetch } {
  const dispatcher = new Agent({ connect: { ca: authority, timeout: 60_000 } });
  return {
    async fetch(url, { method = "GET", headers = {}, body, timeoutMs }: FetchOptions = {}) {
      const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
      const reply = await request(url, {
        dispatcher,
        method,
        headers: raw ? headers : { "content-type": "application/json", ...headers },
        reset: !keepsConnections,
        ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
        ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
      });
      const bytes = Buffer.from(await reply.body.arrayBuffer());
      const plain = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
      return {
        status: reply.statusCode,
        headers: Object.fromEntries(plain),
        body: bytes,
        json: parseJson(bytes),
      };
    },
    [Symbol.asyncDispose]: () => dispatcher.close(),
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
