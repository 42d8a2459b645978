import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { authenticate } from "../../domain/access/authenticate.ts";
import type { Caller } from "../../domain/access/caller.ts";
import { AppError, hasCode } from "../../errors.ts";
import type { SessionCookie } from "../../graphql/request-context.ts";
import { isSameOrigin } from "./is-same-origin.ts";
import { readBearer } from "./read-bearer.ts";
import { readSessionCookie } from "./session-cookie.ts";

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
