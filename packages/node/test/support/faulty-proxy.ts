import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createGzip } from "node:zlib";
import type { ServerCertificate } from "./certificates.ts";
import { serveHttps, type TestServer } from "./tls-server.ts";

/** The faults of a proxy. */
export interface ProxyFaults {
  /** Requests with these methods lose their body. */
  strips?: readonly string[];
  /** Answers these methods itself. */
  refuses?: readonly string[];
  /** Longer bodies are answered with 413, as nginx does. */
  refusesOver?: number;
  /** Longer bodies are cut, and passed on as if that was all. */
  cutsAt?: number;
  /** The fate of X-Forwarded-For: the client is added (as it should be), nothing is done, it is removed. */
  forwarding?: "append" | "untouched" | "remove";
  /** Compresses each reply with gzip, whatever was asked for. */
  compresses?: boolean;
  /** Passes on its own idea of the host. */
  host?: string;
}

/** A proxy on loopback that speaks HTTPS to the outside and plain HTTP to a node's port. */
export function startProxy(
  certificate: ServerCertificate,
  port: number,
  faults: ProxyFaults = {},
): Promise<TestServer> {
  return serveHttps(certificate, (incoming, outgoing) => void pass(incoming, outgoing, port, faults));
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  faults: ProxyFaults,
): Promise<void> {
  const { method = "GET" } = incoming;
  const length = Number(incoming.headers["content-length"] ?? 0);
  if (faults.refuses?.includes(method)) return void outgoing.writeHead(405).end();
  if (faults.refusesOver !== undefined && length > faults.refusesOver) {
    outgoing.writeHead(413, { connection: "close" }).end("too large");
    return;
  }
  const taken = faults.strips?.includes(method) ? 0 : Math.min(length, faults.cutsAt ?? length);
  const headers = { ...incoming.headers, ...forwarding(incoming, faults), "content-length": String(taken) };
  if (faults.host !== undefined) headers.host = faults.host;
  if (faults.forwarding === "remove") delete headers["x-forwarded-for"];
  const call = request(
    { host: "127.0.0.1", port, path: incoming.url, method, headers, agent: false },
    (reply) => {
      const isEmpty = method === "HEAD" || reply.statusCode === 204 || reply.statusCode === 304;
      if (faults.compresses !== true || isEmpty) {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
        return;
      }
      const { "content-length": _length, ...rest } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, { ...rest, "content-encoding": "gzip" });
      reply.pipe(createGzip()).pipe(outgoing);
    },
  );
  call.once("error", () => outgoing.writeHead(502).end());
  let left = taken;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (left > 0) call.write(chunk.subarray(0, left));
    left -= chunk.length;
  }
  call.end();
}

function forwarding(incoming: IncomingMessage, { forwarding: how = "append" }: ProxyFaults) {
  if (how !== "append") return {};
  const given = incoming.headers["x-forwarded-for"];
  // The client of these tests: somebody on the internet.
  return { "x-forwarded-for": [given, "198.51.100.7"].filter(Boolean).join(", ") };
}
