import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { limitBytes } from "../src/client/body.ts";
import { PeerError } from "../src/client/peer-error.ts";
import type { Transport } from "../src/client/transport.ts";

/** What a test's node was asked. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server on this machine that stands for the node at `https://node.test`, and the way to it. */
export interface TestNode extends AsyncDisposable {
  origin: string;
  transport: Transport;
  asked: Asked[];
}

/** Starts a server. For tests alone: it is reached over plain HTTP. */
export async function startTestNode(
  answer: (asked: Asked, response: ServerResponse) => void | Promise<void>,
): Promise<TestNode> {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://node.test");
    const one: Asked = {
      method: incoming.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await text(incoming),
    };
    asked.push(one);
    await answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    transport: transportTo(origin),
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A transport over `node:http` that takes every call to this origin. */
function transportTo(origin: string): Transport {
  return ({ url, method, headers, body, maxBytes, deadlineMs, signal }) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url);
      const deadline = AbortSignal.timeout(deadlineMs);
      const call = request(origin + pathname + search, {
        method,
        headers: { ...headers, ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }) },
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      call.on("error", (cause) => reject(new PeerError("unreachable", "No connection.", { cause })));
      call.on("response", (response) => {
        const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(fields),
          body: limitBytes(response, maxBytes),
        });
      });
      call.end(body);
    });
}
