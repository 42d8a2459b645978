import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import { readOnlyError } from "../../errors/errors.ts";
import { limits } from "../limits.ts";
import { replyToBrokenRequest } from "./broken-request.ts";

/** Refuses requests whose head is wrong, and on a node that is only to be read those that would change something. */
export function checkRequests(app: FastifyInstance, { readOnly }: Pick<Config, "readOnly">): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw } = request;
    if (!isSpoken(raw)) {
      replyToBrokenRequest("HTTP_VERSION", raw.socket, raw.method);
      return;
    }
    if (hasTooManyHeaders(raw)) {
      replyToBrokenRequest("HPE_HEADER_OVERFLOW", raw.socket, raw.method);
      return;
    }
    if (hasUnknownCoding(raw)) {
      replyToBrokenRequest("TRANSFER_CODING", raw.socket, raw.method);
      return;
    }
    const problem = findTargetProblem(request) ?? findHostProblem(raw);
    if (problem !== null) throw new EwpError("INVALID_PAYLOAD", problem);
    if (readOnly) refuseWrites(request);
    done();
  });
}

/** Whether a request reads, has no body, and has a head without a fault: then it may be answered from memory. */
export function isPlainRead(request: IncomingMessage): boolean {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return false;
  return isSpoken(request) && !hasTooManyHeaders(request) && findHostProblem(request) === null;
}

/** Whether it is in a version of HTTP that this server speaks: the parser also takes others, and none. */
function isSpoken({ httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" || httpVersion === "1.0";
}

/** Whether a body has a transfer coding beside `chunked` (RFC 9112 section 6.1): its bytes would be taken as they are. */
function hasUnknownCoding({ headers }: IncomingMessage): boolean {
  return (headers["transfer-encoding"] ?? "chunked").trim().toLowerCase() !== "chunked";
}

/** Finds a target that no server of a site has (RFC 9112 section 3.2): a URL of another scheme, or `*` of another method. */
function findTargetProblem({ method, originalUrl }: FastifyRequest): string | null {
  const isTarget = /^(?:\/|https?:\/\/)/i.test(originalUrl) || (originalUrl === "*" && method === "OPTIONS");
  return isTarget ? null : "The target is no path and no http URL.";
}

/** Whether there are more headers than the parser keeps: it leaves others out without a word. */
function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length / 2 > limits.headers;
}

/** The last host that was valid: most requests name the same one. */
let validHost: string | null = null;

/**
 * Finds a `Host` that HTTP forbids and the parser accepts (RFC 9112 section 3.2): none in HTTP/1.1, more than one, or one
 * that is not `host[:port]`. Null if nothing is wrong.
 */
function findHostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | null {
  const { host } = headers;
  if (host === undefined) return httpVersion === "1.1" ? "The Host header is missing." : null;
  // The parser keeps the first of several, and a proxy may have meant the last.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHostHeader(rawHeaders[at] ?? "")) count += 1;
  if (count > 1) return "There is more than one Host header.";
  if (host === validHost) return null;
  if (!isHostAndPort(host)) return "The Host header is not host[:port].";
  validHost = host;
  return null;
}

function isHostHeader(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}

/** A name of letters, digits, hyphens, underscores and dots, an IPv4 address, or an IPv6 address in brackets. */
function isHostAndPort(text: string): boolean {
  const [, name = "", port = "0"] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (name === "" || Number(port) > 65_535) return false;
  return !name.startsWith("[") || isIPv6(name.slice(1, -1));
}

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what would change something, before its body is looked at, where a node is only to be read. GraphQL asks by
 * POST too; its mutations are refused where they write.
 *
 * @throws AppError READ_ONLY
 */
function refuseWrites({ method, url }: FastifyRequest): void {
  if (reading.has(method) || /^\/api\/graphql(?=[/?]|$)/.test(url)) return;
  throw readOnlyError();
}
