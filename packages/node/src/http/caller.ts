import { EwpError } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { watchAuthority } from "../domain/access/authority.ts";
import { authenticate, type Caller, findCaller } from "../domain/access/callers.ts";
import { AppError, hasCode, msg } from "../errors/errors.ts";
import type { SessionCookie } from "../graphql/request-context.ts";
import { isForwardingHeader, isIpAddress, isLoopbackHost } from "./loopback.ts";

/** A header that a page of another site can't send without a CORS preflight. */
const preflightHeader = "graphql-require-preflight";

/**
 * Finds the caller by an `Authorization: Bearer` header, else by the session cookie. A cookie counts only for this node's own
 * pages; the cookie of an ended session is deleted, and its sender is anonymous.
 *
 * @throws AppError UNAUTHENTICATED for a bad bearer; FORBIDDEN for a cookie from a page of another site
 */
export async function identifyCaller(
  ctx: Pick<Context, "store" | "clock" | "log" | "config">,
  request: FastifyRequest,
  { ownUrl, session }: { ownUrl: string; session: SessionCookie },
): Promise<Caller> {
  const bearer = readBearer(request);
  const cookie = bearer === null ? readSessionCookie(request) : null;
  if (cookie !== null) requireOwnPage(ctx, request, ownUrl);
  try {
    return await authenticate(ctx, { bearer, cookie });
  } catch (error) {
    if (!hasCode(error, "UNAUTHENTICATED")) throw error;
    if (bearer !== null) throw new AppError("UNAUTHENTICATED", error.message);
    session.close();
    return { kind: "anonymous" };
  }
}

function requireOwnPage(ctx: Pick<Context, "config">, request: FastifyRequest, ownUrl: string): void {
  // A picture in the node's own page may send a request that changes nothing.
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isForm = !isRead && !/^application\/json\b/i.test(request.headers["content-type"] ?? "");
  const hasPreflight = request.headers[preflightHeader] !== undefined;
  if (isSameOrigin(ctx, request, ownUrl) && (!isForm || hasPreflight)) return;
  throw new AppError(
    "FORBIDDEN",
    msg`A session in a cookie is for this node's own pages, with application/json; with a file, ${preflightHeader} must be there.`,
  );
}

/**
 * Whether a page of this node sent a request, by `Sec-Fetch-Site` and `Origin`. False without both: such a browser can't be
 * trusted with a cookie. The node's origins are those of its public URL and of the configuration; no header names one, for a
 * proxy may pass on what a client sends.
 *
 * @param ownUrl the node's public URL
 */
export function isSameOrigin(
  { config }: Pick<Context, "config">,
  { headers }: Pick<FastifyRequest, "headers">,
  ownUrl: string,
): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined) return site === "same-origin";
  const from = URL.parse(origin);
  if (from === null) return false;
  const own = [ownUrl, config.url ?? ownUrl].flatMap((url) => URL.parse(url) ?? []);
  // For a known host the scheme counts too: a man in the middle can serve plain HTTP.
  if (own.some(({ host }) => host === from.host)) return own.some((one) => one.origin === from.origin);
  return isOnLocalNetwork(headers, from);
}

/**
 * Whether a request reached the node directly, at an address or a name of its own network under which its page was opened,
 * too. Somebody else's name that leads here is not among them.
 */
function isOnLocalNetwork(headers: FastifyRequest["headers"], { host, hostname }: URL): boolean {
  if (host !== headers.host || Object.keys(headers).some(isForwardingHeader)) return false;
  return isLoopbackHost(hostname) || isIpAddress(hostname) || /^[^.]+$|\.local$/.test(hostname);
}

/** The token of an `Authorization: Bearer` header, or null. */
export function readBearer({ headers }: Pick<FastifyRequest, "headers">): string | null {
  return /^bearer +([^\s]+) *$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** The value of a request's cookie, or null. */
export function readCookie({ headers }: Pick<FastifyRequest, "headers">, name: string): string | null {
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}

type Target = Pick<FastifyRequest, "protocol" | "hostname">;

/**
 * The attributes of the session cookie. A browser accepts a name with `__Host-` only from this host itself, over HTTPS: other
 * hosts of the same domain can't replace it. Plain HTTP on this machine has no such names.
 */
function sessionCookieFor({ protocol, hostname }: Target): { name: string; secure: string } {
  const isPlain = protocol === "http" && isLoopbackHost(hostname);
  const name = "freehold_session";
  return isPlain ? { name, secure: "" } : { name: `__Host-${name}`, secure: "; Secure" };
}

/** The token of a browser's session, or null. */
export function readSessionCookie(request: Target & Pick<FastifyRequest, "headers">): string | null {
  return request.headers.cookie === undefined ? null : readCookie(request, sessionCookieFor(request).name);
}

/** Sets or deletes the session cookie, which no script reads and no other site sends (decisions 7). */
export function createSessionCookie(request: Target, reply: FastifyReply): SessionCookie {
  const set = (value: string, maxAge: number) => {
    const { name, secure } = sessionCookieFor(request);
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

/** The caller, by the same cookie or bearer as for GraphQL. @throws EwpError NOT_INSTALLED */
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

/** Ends a reply that lasts when its caller's session or token ends. */
export function endWithAuthority(
  ctx: Pick<Context, "store" | "clock" | "log">,
  caller: Caller,
  { raw }: FastifyReply,
): void {
  if (caller.kind === "anonymous") return;
  const watch = watchAuthority(ctx, caller, () => raw.destroy());
  raw.once("close", () => watch[Symbol.dispose]());
}

/**
 * The owner's session, if a script of the console sent a request: with the session cookie and by `fetch`. A token, a picture
 * or a link in a text is not enough; then null.
 */
export async function findConsole(
  ctx: Context,
  request: FastifyRequest,
): Promise<Extract<Caller, { kind: "client" }> | null> {
  const cookie = readSessionCookie(request);
  if (cookie === null || readBearer(request) !== null) return null;
  const own = await ctx.owner.get();
  if (own === null || !isSameOrigin(ctx, request, own.url)) return null;
  if (request.headers["sec-fetch-dest"] !== "empty") return null;
  const caller = await findCaller(ctx, { bearer: null, cookie });
  return caller?.kind === "client" ? caller : null;
}
