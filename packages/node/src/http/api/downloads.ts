import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { OpenDownload } from "../../domain/backup/download.ts";
import { AppError } from "../../errors/errors.ts";
import { protectBytes } from "../bytes/send-bytes.ts";
import { isConsoleScript } from "../caller.ts";
import { limits } from "../limits.ts";

/** A file that the node creates for its owner. */
interface Download {
  readonly path: string;
  /** Its name in the log. */
  readonly what: string;
  readonly mediaType: string;
  /** Creates it. Rejects with the signal's reason when the client leaves. */
  open(ctx: Context, query: { private?: unknown }, signal: AbortSignal): Promise<OpenDownload>;
}

const downloads: readonly Download[] = [
  {
    path: "/api/backup",
    what: "a backup",
    mediaType: "application/zstd",
    async open(ctx, _query, signal) {
      const { openBackup } = await import("../../domain/backup/download.ts");
      return await openBackup(ctx, signal);
    },
  },
  {
    path: "/api/export",
    what: "an export",
    mediaType: "application/gzip",
    async open(ctx, query, signal) {
      const { openExport } = await import("../../domain/export/download.ts");
      const { verifierFiles } = await import("../site/verifier.ts");
      const options = { withPrivate: query.private === "true", verifier: verifierFiles(), signal };
      return await openExport(ctx, options);
    },
  },
  {
    path: "/api/site",
    what: "the static site",
    mediaType: "application/gzip",
    async open(ctx, _query, signal) {
      const { openStaticSite } = await import("../site/static/download.ts");
      return await openStaticSite(ctx, signal);
    },
  },
];

/**
 * GET /api/backup: the whole node without the keystore. GET /api/export: the owner's content as plain files; with
 * `?private=true` also what readers don't see. GET /api/site: the public site as files for any web server. A file is created for the owner's console and not stored on the disk. All
 * other callers get 404.
 */
export function registerDownloads(scope: FastifyInstance, ctx: Context): void {
  let active = 0;
  for (const download of downloads) {
    scope.get(download.path, async (request, reply) => {
      if (!(await isConsoleScript(ctx, request)))
        throw new EwpError("NOT_FOUND", "There is nothing at this path.");
      if (active >= limits.downloads) {
        const sentence = "Another backup or export is being created or sent. Try again when it is done.";
        throw new AppError("RATE_LIMITED", sentence, { retryAfter: 30 });
      }
      active += 1;
      const release = () => {
        active -= 1;
      };
      const created = await create(ctx, download, request, reply).catch((error: unknown) => {
        release();
        throw error;
      });
      if (created === null) {
        release();
        return reply.hijack();
      }
      const { name, size, bytes, missing } = created;
      bytes.once("close", release);
      ctx.log.info({ id: request.id, ip: request.ip, size, missing }, `the owner downloads ${download.what}`);
      protectBytes(reply)
        .header("cache-control", "no-store")
        .header("cross-origin-resource-policy", "same-origin")
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("content-length", size)
        .type(download.mediaType);
      return reply.send(bytes);
    });
  }
}

/** @returns null when the client left meanwhile */
async function create(
  ctx: Context,
  { open }: Download,
  { query }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<OpenDownload | null> {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  if (raw.destroyed) return null;
  // Creating a large one takes longer than the timeout of a silent connection.
  raw.setTimeout(0);
  try {
    const created = await open(ctx, query as object, gone.signal);
    if (!gone.signal.aborted) return created;
    created.bytes.destroy();
    return null;
  } catch (error) {
    if (gone.signal.aborted) return null;
    throw error;
  } finally {
    raw.setTimeout(limits.silenceMs);
  }
}
