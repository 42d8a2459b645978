import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { authenticate } from "../../domain/access/authenticate.ts";
import { readOwnProfile } from "../../domain/profile/own-profile.ts";
import { hasCode } from "../../errors.ts";
import { isSameOrigin } from "../graphql/is-same-origin.ts";
import { readBearer } from "../graphql/read-bearer.ts";
import { readSessionCookie } from "../graphql/session-cookie.ts";

/**
 * Whether the script of the owner's own console asks: a session's cookie alone, and by `fetch`. No token reaches what is
 * guarded so, and no picture or link in a text.
 */
export async function isConsoleScript(ctx: Context, request: FastifyRequest): Promise<boolean> {
  const cookie = readSessionCookie(request);
  if (cookie === null || readBearer(request) !== null) return false;
  const own = await readOwnProfile(ctx);
  if (own === null || !isSameOrigin(request, own.url)) return false;
  if (request.headers["sec-fetch-dest"] !== "empty") return false;
  try {
    return (await authenticate(ctx, { bearer: null, cookie })).kind === "client";
  } catch (error) {
    if (hasCode(error, "UNAUTHENTICATED")) return false;
    throw error;
  }
}
