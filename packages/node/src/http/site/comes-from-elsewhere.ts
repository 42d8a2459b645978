import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { readOwnProfile } from "../../domain/profile/own-profile.ts";
import { isSameOrigin } from "../caller.ts";

/**
 * Whether a page of another site sent a form, as its reader's browser says: it would write with its readers' addresses.
 * What says nothing of that is no browser that another site's page could use.
 */
export async function comesFromElsewhere(
  ctx: Pick<Context, "store">,
  request: Pick<FastifyRequest, "headers" | "host">,
): Promise<boolean> {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin === undefined && site === undefined) return false;
  const own = await readOwnProfile(ctx);
  return own === null || !isSameOrigin(request, own.url);
}
