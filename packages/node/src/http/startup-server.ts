import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config/config.ts";
import { limitConnections } from "./plugins/limit-connections.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { zoneOf } from "./present-error.ts";
import { createHttpServer } from "./server-options.ts";

/** Answers on the node's port until the node can. */
export interface StartupServer extends AsyncDisposable {
  /** The port that the node listens on afterwards. */
  readonly port: number;
}

type ListenSettings = Pick<Config, "host" | "port" | "tls" | "trustProxy" | "connectionsPerAddress">;

/** Seconds. */
const retryAfter = "5";

/**
 * Listens where the node is going to, for a start that takes long: `/livez` says that the process lives, and everything
 * else that it is to be asked again. It touches nothing of the node's.
 *
 * @param sentence why, in ASCII, for anybody
 */
export async function openStartupServer(settings: ListenSettings, sentence: string): Promise<StartupServer> {
  const headers = securityHeaders(settings);
  const server = createHttpServer(settings, (request, response) =>
    answer(request, response, { sentence, headers }),
  );
  limitConnections(server, settings);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(settings.port, settings.host, resolve);
  await promise;
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = new Promise<unknown>((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { sentence, headers }: { sentence: string; headers: Readonly<Record<string, string>> },
): void {
  const { method = "GET", url = "/" } = request;
  const [path = ""] = url.split("?", 1);
  const isRead = method === "GET" || method === "HEAD";
  const { status, type, body } = replyTo(isRead ? path : null, url, sentence);
  const later = { "retry-after": retryAfter, "x-error-detail": sentence };
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    ...headers,
    // The rest of the request is not awaited.
    connection: "close",
    ...(status === 503 && later),
  });
  response.end(method === "HEAD" ? undefined : body);
}

function replyTo(readPath: string | null, url: string, sentence: string) {
  const json = { type: "application/json" };
  if (readPath === "/livez") return { ...json, status: 200, body: '{"status":"ok"}' };
  if (readPath === "/readyz") return { ...json, status: 503, body: '{"status":"unavailable"}' };
  if (zoneOf(url) === "site") return { type: "text/plain", status: 503, body: `${sentence}\n` };
  return { ...json, status: 503, body: '{"error":"BUSY"}' };
}
