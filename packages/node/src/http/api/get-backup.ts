import { EwpError } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { authenticate } from "../../domain/access/authenticate.ts";
import { type OpenBackup, openBackup } from "../../domain/backup/open-backup.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { readOwnProfile } from "../../domain/profile/read-own-profile.ts";
import { TooOftenError } from "../../too-often-error.ts";
import { protectBytes } from "../bytes/protect-bytes.ts";
import { isSameOrigin } from "../graphql/is-same-origin.ts";
import { readBearer } from "../graphql/read-bearer.ts";
import { readSessionCookie } from "../graphql/session-cookie.ts";
import { limits } from "../limits.ts";

/**
 * GET /api/backup: everything that this node is, without the keystore, for the script of the owner's desk. It is made when it
 * is asked for, and nothing of it stays. To all others there is nothing here.
 */
export function getBackup(ctx: Context): RouteHandlerMethod {
  let taken = 0;
  return async (request, reply) => {
    if (!(await isDesk(ctx, request))) throw new EwpError("NOT_FOUND", "There is nothing at this path.");
    if (taken >= limits.backups) {
      throw new TooOftenError(
        "Another backup is being made or taken away. Try again when it is done.",
        30_000,
      );
    }
    taken += 1;
    const free = () => {
      taken -= 1;
    };
    const backup = await make(ctx, reply).catch((error: unknown) => {
      free();
      throw error;
    });
    if (backup !== null) {
      backup.bytes.once("close", free);
      return send(ctx, request, reply, backup);
    }
    free();
    // Nobody is there to be answered.
    return reply.hijack();
  };
}

/** A cookie alone, and asked for by a script: no token reaches it, and no picture or link in a text. */
async function isDesk(ctx: Context, request: FastifyRequest): Promise<boolean> {
  const cookie = readSessionCookie(request);
  if (cookie === null || readBearer(request) !== null) return false;
  const own = await readOwnProfile(ctx);
  if (own === null || !isSameOrigin(request, own.url)) return false;
  if (request.headers["sec-fetch-dest"] !== "empty") return false;
  try {
    return (await authenticate(ctx, { bearer: null, cookie })).kind === "client";
  } catch (error) {
    if (error instanceof DomainError && error.code === "UNAUTHENTICATED") return false;
    throw error;
  }
}

/** @returns null where whoever asked went away meanwhile */
async function make(ctx: Context, { raw }: FastifyReply): Promise<OpenBackup | null> {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  if (raw.destroyed) return null;
  // Nothing is said until it is made, and a large one takes longer than a silent connection lasts.
  raw.setTimeout(0);
  try {
    const backup = await openBackup(ctx, gone.signal);
    if (!gone.signal.aborted) return backup;
    backup.bytes.destroy();
    return null;
  } catch (error) {
    if (gone.signal.aborted) return null;
    throw error;
  } finally {
    raw.setTimeout(limits.silenceMs);
  }
}

function send(
  { log }: Pick<Context, "log">,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, size, missing, bytes }: OpenBackup,
): FastifyReply {
  log.info({ id: request.id, ip: request.ip, size, missing }, "the owner takes a backup away");
  protectBytes(reply)
    .header("cache-control", "no-store")
    .header("cross-origin-resource-policy", "same-origin")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("content-length", size)
    .type("application/zstd");
  request.release();
  return reply.send(bytes);
}
