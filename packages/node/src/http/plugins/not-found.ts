import { EwpError, type EwpErrorCode, endpoints } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FailurePage, presentCode, sendError, zoneOf } from "../present-error.ts";

/** The methods that some address of this server takes. */
const ofServer = "DELETE, GET, HEAD, OPTIONS, PATCH, POST";

/** Answers requests that no route answers, before their body is read: it would be ignored. */
export function refuseUnknown(app: FastifyInstance, failurePage: FailurePage): void {
  const routes = collectRoutes(app);
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    // It asks about the server, not about an address (RFC 9110 section 9.3.7).
    if (request.originalUrl === "*") return reply.code(204).header("allow", ofServer).send();
    const allowed = routes.methodsOf(request);
    if (allowed.length === 0) return replyNotFound(request, reply, failurePage);
    reply.header("allow", allowed.join(", "));
    if (zoneOf(request.url) !== "site" || /\btext\/html\b/i.test(request.headers.accept ?? ""))
      return sendError(request, reply, presentCode("METHOD_NOT_ALLOWED"), failurePage);
    return reply
      .code(405)
      .header("cache-control", "no-store")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
      .type("text/plain; charset=utf-8")
      .send(`This address answers ${allowed.join(", ")}.\n`);
  });
  app.setNotFoundHandler((request, reply) => replyNotFound(request, reply, failurePage));
}

/**
 * For what no route answers (decisions 2): a known path of the protocol with another method is 405 with `Allow`,
 * everything else 404.
 */
export function replyNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  failurePage: FailurePage,
): FastifyReply {
  const allowed = zoneOf(request.url) === "ewp" ? allowedMethods(request.url) : [];
  if (allowed.length === 0)
    return sendError(
      request,
      reply,
      presentCode("NOT_FOUND", { detail: "There is nothing at this path." }),
      failurePage,
    );
  reply.header("allow", allowed.join(", "));
  return sendError(request, reply, presentCode("METHOD_NOT_ALLOWED"), failurePage);
}

/**
 * Knows the routes outside of the protocol, to say which methods a path has (RFC 9110 section 15.5.6). A reader who only looks
 * hears of a path without a parameter: at any other, an address of before may lead to a page.
 */
function collectRoutes(app: FastifyInstance): { methodsOf(request: FastifyRequest): string[] } {
  const known: {
    readonly pattern: RegExp;
    readonly methods: readonly string[];
    readonly isPlain: boolean;
  }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    if (/^\/ewp\/|^\/?\*$/.test(url)) return;
    const methods = [method].flat().filter((one) => one !== "OPTIONS");
    if (methods.length > 0) known.push({ pattern: patternOf(url), methods, isPlain: !/[:*]/.test(url) });
  });
  return {
    methodsOf({ method, url }) {
      const path = url.split("?", 1)[0] ?? "";
      const isRead = method === "GET" || method === "HEAD";
      if (path.length > longestPath) return [];
      const found = known.filter(({ pattern, isPlain }) => (isPlain || !isRead) && pattern.test(path));
      return [...new Set(found.flatMap(({ methods }) => methods))].sort();
    },
  };
}

const longestPath = 1_000;

/** The pattern of a route: parameters, those with a pattern of their own, and a rest. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+(?:\([^)]*\))?|\*)/);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
    if (part === "*") return ".*";
    const begin = part.indexOf("(");
    return begin === -1 ? "[^/]+" : part.slice(begin + 1, -1).replace(/^\^|\$$/g, "");
  });
  return new RegExp(`^${source.join("")}$`);
}

const table = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]*")}$`),
}));

function allowedMethods(url: string): string[] {
  const path = url.split("?", 1)[0] ?? "";
  const methods = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/**
 * The error of a URL whose percent-encoding is broken: where a parameter stands there, the parameter's error, since a
 * path with a wrong parameter is known; elsewhere there is nothing at such a path.
 */
export function errorOfBadUrl({ method, url }: Pick<FastifyRequest, "method" | "url">): EwpError {
  return new EwpError(codeOfBadUrl(method, url), "The percent-encoding of the URL is broken.");
}

function codeOfBadUrl(method: string, url: string): EwpErrorCode {
  const isRead = method === "GET" || method === "HEAD";
  if (/^\/ewp\/contents\/[^/]*$/.test(url)) return isRead ? "INVALID_HASH_FORMAT" : "METHOD_NOT_ALLOWED";
  if (/^\/ewp\/nodes\/[^/]*$/.test(url)) return method === "PATCH" ? "INVALID_ADDRESS" : "METHOD_NOT_ALLOWED";
  return "NOT_FOUND";
}
