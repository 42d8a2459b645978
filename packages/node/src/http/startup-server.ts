import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config/config.ts";
import { limitConnections } from "./plugins/limit-connections.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { zoneOf } from "./present-error.ts";
import { createHttpServer } from "./server-options.ts";
import { renderStartingPage } from "./site/starting.ts";

/** Answers on the node's port until the node can. */
export interface StartupServer extends AsyncDisposable {
  /** The port that the node listens on afterwards. */
  readonly port: number;
}

type ListenSettings = Pick<Config, "host" | "port" | "tls" | "trustProxy" | "connectionsPerAddress">;

const retryAfterSeconds = 5;

/** The page has no script and loads nothing. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Listens where the node is going to, for a start that takes long: `/livez` says that the process lives, and everything
 * else that it is to be asked again: a page in the reader's language for browsers, JSON or text for others. It touches
 * nothing of the node's.
 *
 * @param sentence why, in ASCII, for programs
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
  const { status, type, body, policy } = replyTo(request, sentence);
  const later = { "retry-after": retryAfterSeconds, "x-error-detail": sentence };
  const common = { "cache-control": "no-store", ...headers, ...(status === 503 && later) };
  response.setHeaders(new Map(Object.entries(common)));
  if (policy !== undefined) response.setHeader("content-security-policy", policy);
  // The rest of the request is not awaited.
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, connection: "close" });
  response.end(request.method === "HEAD" ? undefined : body);
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly policy?: string;
}

/** The dashboard says by the reason that the node starts. */
const graphqlReply = (message: string) =>
  JSON.stringify({ errors: [{ message, extensions: { code: "BUSY", reason: "STARTING" } }] });

function replyTo({ method = "GET", url = "/", headers }: IncomingMessage, sentence: string): Reply {
  const json = { type: "application/json" };
  const isRead = method === "GET" || method === "HEAD";
  const path = url.split("?", 1)[0];
  const readPath = isRead ? path : null;
  if (readPath === "/livez") return { ...json, status: 200, body: '{"status":"ok"}' };
  if (readPath === "/readyz") return { ...json, status: 503, body: '{"status":"unavailable"}' };
  if (path === "/api/graphql") return { ...json, status: 503, body: graphqlReply(sentence) };
  if (zoneOf(url) !== "site") return { ...json, status: 503, body: '{"error":"BUSY"}' };
  if (!headers.accept?.includes("text/html"))
    return { type: "text/plain", status: 503, body: `${sentence}\n` };
  const body = renderStartingPage({ headers }, isRead ? retryAfterSeconds : null);
  return { type: "text/html", status: 503, body, policy: pagePolicy };
}
