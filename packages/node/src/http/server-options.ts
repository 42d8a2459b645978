import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import type { FastifyHttpOptions } from "fastify";
import type { Config } from "../config/config.ts";
import { trustsAddress } from "../config/setting-values.ts";
import type { Log } from "../context.ts";
import { readTlsPair } from "../domain/settings/tls-pair.ts";
import { limits } from "./limits.ts";
import { replyToBrokenRequest, replyToParserError } from "./plugins/broken-request.ts";
import { cleanPath } from "./site/old-addresses.ts";
import { renewCertificate } from "./tls-files.ts";

const checkingMs = 5_000; // between two looks for requests that take too long
const keepAliveMs = 75_000; // a connection without a request: longer than proxies keep theirs (nginx: 60 s), or a request meets its end

/**
 * Makes Node's server below the framework: plain, or with the node's own TLS.
 *
 * @param log where a renewed certificate is to be served without a restart
 * @throws AppError CANNOT_OPEN when the files of the certificate can't be used
 */
export function createHttpServer(
  { tls }: Pick<Config, "tls">,
  listener: RequestListener,
  log?: Pick<Log, "info" | "error">,
): Server {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkingMs,
    // A missing Host is refused by us, with a body of the protocol's form.
    requireHostHeader: false,
    noDelay: true,
  };
  const server = tls ? createTlsServer(tls, options, listener, log) : createServer(options, listener);
  server.setTimeout(limits.silenceMs);
  // One more than is taken shows that there are too many.
  server.maxHeadersCount = limits.headers + 1;
  // This server is no proxy. Node closes the connection without a word.
  server.on("connect", (_request, socket: Socket) => {
    socket.on("error", () => socket.destroy());
    replyToBrokenRequest("HPE_INVALID_METHOD", socket);
  });
  // This server does everything that `Expect` may ask for anyway.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // `continueUploads` says to continue once the request was judged by its headers.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  return server;
}

function createTlsServer(
  files: NonNullable<Config["tls"]>,
  options: ServerOptions,
  listener: RequestListener,
  log: Pick<Log, "info" | "error"> | undefined,
): Server {
  const { cert, key } = readTlsPair(files);
  const secure = { ...options, cert, key, handshakeTimeout: limits.headersMs };
  const server = createSecureServer(secure, listener);
  if (log) renewCertificate(server, files, log);
  return server;
}

/** Options of the framework, from the configuration and the limits. */
export function frameworkOptions({ trustProxy }: Pick<Config, "trustProxy">) {
  return {
    logger: false,
    trustProxy: trustOf(trustProxy),
    bodyLimit: limits.messageBytes,
    forceCloseConnections: "idle",
    // While the server stops, requests that are here already are still answered.
    return503OnClosing: false,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    rewriteUrl: originForm,
    clientErrorHandler: replyToParserError,
    // No route has a JSON schema; the libraries for them are not loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // A parameter that is too long is wrong, not unknown; the URL is bounded by the headers' limit.
    routerOptions: { maxParamLength: limits.headerBytes },
  } satisfies FastifyHttpOptions<Server>;
}

function refuseSchemas(): never {
  throw new Error("Routes check what they get themselves, and have no JSON schema.");
}

/** Whether a proxy is trusted, by its address and how many are between it and this node; false for none. */
function trustOf(trustProxy: Config["trustProxy"]): false | ((address: string, hop: number) => boolean) {
  if (trustProxy === false) return false;
  return typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : trustsAddress(trustProxy);
}

/** Reads the client's address like the framework: the last one that no trusted proxy has. */
export function createAddressOf({ trustProxy }: Pick<Config, "trustProxy">) {
  const trust = trustOf(trustProxy);
  return (request: IncomingMessage): string =>
    (trust ? proxyAddr(request, trust) : request.socket.remoteAddress) ?? "";
}

/**
 * The path of a request's target, also where that is a whole URL (RFC 9112 section 3.2.2). A path of the protocol is answered
 * without the slashes that another node has too many: not every client follows a redirect.
 */
function originForm({ url = "/" }: IncomingMessage): string {
  const path = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*/i, "");
  const rooted = path.startsWith("/") ? path : `/${path}`;
  if (!/^\/+ewp\//.test(rooted)) return rooted;
  return cleanPath(rooted);
}
