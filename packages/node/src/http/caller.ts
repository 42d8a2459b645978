import { EwpError } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { authenticate, type Caller } from "../domain/access/callers.ts";
import { AppError, hasCode } from "../errors/errors.ts";
import type { SessionCookie } from "../graphql/request-context.ts";
import { isLoopbackHost } from "./loopback.ts";

/** A header that no form of another site's page can send without asking first. */
const preflightHeader = "graphql-require-preflight";

/**
 * Who sends a request: by an `Authorization: Bearer` header, else by the session cookie. A cookie counts for a page of this
 * node's own alone; one whose session is over is taken away, and its sender is anybody.
 *
 * @throws AppError UNAUTHENTICATED for a bearer that is not good; FORBIDDEN for a cookie that another site's page sends
 */
export async function identifyCaller(
  ctx: Pick<Context, "store" | "clock" | "log">,
  request: FastifyRequest,
  { ownUrl, session }: { ownUrl: string; session: SessionCookie },
): Promise<Caller> {
  const bearer = readBearer(request);
  const cookie = bearer === null ? readSessionCookie(request) : null;
  if (cookie !== null) requireOwnPage(request, ownUrl);
  try {
    return await authenticate(ctx, { bearer, cookie });
  } catch (error) {
    if (!hasCode(error, "UNAUTHENTICATED")) throw error;
    if (bearer !== null) throw new AppError("UNAUTHENTICATED", error.message);
    session.close();
    return { kind: "anonymous" };
  }
}

function requireOwnPage(request: FastifyRequest, ownUrl: string): void {
  // Where nothing is changed, a picture in the node's own page may ask.
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isForm = !isRead && !/^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (isSameOrigin(request, ownUrl) && (!isForm || request.headers[preflightHeader] !== undefined)) return;
  throw new AppError(
    "FORBIDDEN",
    `A session in a cookie is for this node's own pages, with application/json; with a file, ${preflightHeader} must be there.`,
  );
}

/**
 * Whether a page of this node's sent a request, as a browser says it: `Sec-Fetch-Site`, and `Origin` beside it. What says
 * neither is no browser that could be trusted with a cookie.
 *
 * @param ownUrl the node's public URL: behind a proxy the request may name another host
 */
export function isSameOrigin(
  { headers, host }: Pick<FastifyRequest, "headers" | "host">,
  ownUrl: string,
): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined) return site === "same-origin";
  const [from, own] = [URL.parse(origin), URL.parse(ownUrl)];
  if (from === null) return false;
  // Of the public name the scheme counts too: a man in the middle can serve plain HTTP.
  return from.host === own?.host ? from.origin === own.origin : from.host === host;
}

/** The token of an `Authorization: Bearer` header, or null. */
export function readBearer({ headers }: Pick<FastifyRequest, "headers">): string | null {
  return /^bearer +([^\s]+) *$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** The value of a cookie that a request brings, or null. */
export function readCookie({ headers }: Pick<FastifyRequest, "headers">, name: string): string | null {
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}

type Place = Pick<FastifyRequest, "protocol" | "hostname">;

const plainName = "freehold_session";

/**
 * What the cookie is called. With `__Host-` before it a browser takes it from this very host alone, over HTTPS: neighbours
 * under the same domain can't put one of theirs in its place. Over plain HTTP on the very machine there is no such name.
 */
function nameFor(place: Place): string {
  return isPlain(place) ? plainName : `__Host-${plainName}`;
}

function isPlain({ protocol, hostname }: Place): boolean {
  return protocol === "http" && isLoopbackHost(hostname);
}

/** The token of a browser's session, or null. */
export function readSessionCookie(request: Place & Pick<FastifyRequest, "headers">): string | null {
  return readCookie(request, nameFor(request));
}

/**
 * Gives the session to a browser as a cookie that no script reads and no other site sends (decisions 7), or takes it
 * away. Over plain HTTP it is given on the very machine alone.
 */
export function createSessionCookie(request: Place, reply: FastifyReply): SessionCookie {
  const name = nameFor(request);
  const secure = isPlain(request) ? "" : "; Secure";
  const set = (value: string, maxAge: number) => {
    reply.header(
      "set-cookie",
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
    );
  };
  return {
    open: (token, expiresAt) =>
      set(token, Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000))),
    close: () => set("", 0),
  };
}

/** Who asks, by the same cookie or bearer as for GraphQL. @throws EwpError NOT_INSTALLED */
export async function requireCaller(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const own = await ctx.owner.get();
  if (own === null) throw new EwpError("NOT_INSTALLED");
  const session = createSessionCookie(request, reply);
  return await identifyCaller(ctx, request, { ownUrl: own.url, session });
}

/**
 * Whether the script of the owner's own console asks: a session's cookie alone, and by `fetch`. No token reaches what is
 * guarded so, and no picture or link in a text.
 */
export async function isConsoleScript(ctx: Context, request: FastifyRequest): Promise<boolean> {
  const cookie = readSessionCookie(request);
  if (cookie === null || readBearer(request) !== null) return false;
  const own = await ctx.owner.get();
  if (own === null || !isSameOrigin(request, own.url)) return false;
  if (request.headers["sec-fetch-dest"] !== "empty") return false;
  try {
    return (await authenticate(ctx, { bearer: null, cookie })).kind === "client";
  } catch (error) {
    if (hasCode(error, "UNAUTHENTICATED")) return false;
    throw error;
  }
}
