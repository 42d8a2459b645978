import { EwpError } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { Caller } from "../../domain/access/caller.ts";
import { readOwnProfile } from "../../domain/profile/own-profile.ts";
import { identifyCaller } from "../graphql/identify-caller.ts";
import { createSessionDoor } from "../graphql/session-cookie.ts";

/** Who asks, by the same cookie or bearer as for GraphQL. @throws EwpError NOT_INSTALLED */
export async function identify(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const own = await readOwnProfile(ctx);
  if (own === null) throw new EwpError("NOT_INSTALLED");
  const session = createSessionDoor(request, reply);
  return await identifyCaller(ctx, request, { ownUrl: own.url, session });
}
