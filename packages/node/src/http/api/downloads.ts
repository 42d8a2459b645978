import { EwpError } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { type OpenDownload, openBackup } from "../../domain/backup/download.ts";
import { openExport } from "../../domain/export/download.ts";
import { AppError } from "../../errors/errors.ts";
import { protectBytes } from "../bytes/send-bytes.ts";
import { isConsoleScript } from "../caller.ts";
import { limits } from "../limits.ts";

/** What the owner takes away at the console. */
export interface Download {
  /** Its name in the log. */
  readonly what: string;
  readonly mediaType: string;
  /** Creates it. Rejects with the signal's reason when the client leaves. */
  open(request: FastifyRequest, signal: AbortSignal): Promise<OpenDownload>;
}

/** How many are made or taken away now, of all that may be. */
export interface Turns {
  taken: number;
}

/**
 * Creates a file when the owner's console asks for it, and sends it. Nothing of it stays on the disk. All other callers get
 * 404.
 */
export function sendDownload(ctx: Context, turns: Turns, takeaway: Download): RouteHandlerMethod {
  return async (request, reply) => {
    if (!(await isConsoleScript(ctx, request)))
      throw new EwpError("NOT_FOUND", "There is nothing at this path.");
    if (turns.taken >= limits.downloads) {
      throw new AppError(
        "RATE_LIMITED",
        "Another backup or export is being made or taken away. Try again when it is done.",
        { retryAfter: 30 },
      );
    }
    turns.taken += 1;
    const free = () => {
      turns.taken -= 1;
    };
    const made = await make(takeaway, request, reply).catch((error: unknown) => {
      free();
      throw error;
    });
    if (made !== null) {
      made.bytes.once("close", free);
      ctx.log.info(
        { id: request.id, ip: request.ip, size: made.size, missing: made.missing },
        `the owner takes ${takeaway.what} away`,
      );
      return send(takeaway, reply, made);
    }
    free();
    // The client has left.
    return reply.hijack();
  };
}

/** @returns null when the client left meanwhile */
async function make(
  { open }: Download,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<OpenDownload | null> {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  if (raw.destroyed) return null;
  // Creating a large one takes longer than the timeout of a silent connection.
  raw.setTimeout(0);
  try {
    const made = await open(request, gone.signal);
    if (!gone.signal.aborted) return made;
    made.bytes.destroy();
    return null;
  } catch (error) {
    if (gone.signal.aborted) return null;
    throw error;
  } finally {
    raw.setTimeout(limits.silenceMs);
  }
}

function send(
  { mediaType }: Download,
  reply: FastifyReply,
  { name, size, bytes }: OpenDownload,
): FastifyReply {
  protectBytes(reply)
    .header("cache-control", "no-store")
    .header("cross-origin-resource-policy", "same-origin")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("content-length", size)
    .type(mediaType);
  return reply.send(bytes);
}

/** GET /api/backup: everything that this node is, without the keystore. */
export function backupDownload(ctx: Context): Download {
  return {
    what: "a backup",
    mediaType: "application/zstd",
    open: (_request, signal) => openBackup(ctx, signal),
  };
}

/** GET /api/export: what is the owner's own as plain files, packed; with `?private=true` what no reader sees as well. */
export function exportDownload(ctx: Context): Download {
  return {
    what: "an export",
    mediaType: "application/gzip",
    open: ({ query }, signal) =>
      openExport(ctx, { withPrivate: (query as { private?: unknown }).private === "true", signal }),
  };
}
