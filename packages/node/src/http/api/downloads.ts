import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { overError, watchAuthority } from "../../domain/access/authority.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { requireFreshSession } from "../../domain/access/fresh-session.ts";
import { AppError, isRefusal } from "../../errors/errors.ts";
import { listModules } from "../../module.ts";
import { protectBytes } from "../bytes/send-bytes.ts";
import { endWithAuthority, findConsole } from "../caller.ts";
import { limits } from "../limits.ts";
import { simple } from "../prices.ts";
import type { Download } from "./download.ts";

/**
 * The files of modules. A file is created for the owner's console and
 * not stored on the disk. All other callers get 404. A file that holds what readers don't see needs a session that is fresh.
 */
export function registerDownloads(scope: FastifyInstance, ctx: Context): void {
  let active = 0;
  for (const download of listModules().flatMap(({ downloads = [] }) => downloads)) {
    scope.route({
      method: download.method,
      url: download.path,
      config: { price: simple },
      handler: async (request, reply) => {
        const { caller, release } = await admit(request, download.isPrivate(request));
        const created = await create(ctx, caller, reply, (signal) =>
          download.open(ctx, request, signal),
        ).catch((error: unknown) => {
          release();
          throw error;
        });
        if (created === null) {
          release();
          return reply.hijack();
        }
        if ("prepared" in created) {
          release();
          return reply.header("cache-control", "no-store").code(201).send(created.prepared);
        }
        const { name, size, bytes, missing } = created;
        bytes.once("close", release);
        endWithAuthority(ctx, caller, reply);
        ctx.log.info(
          { id: request.id, ip: request.ip, size, missing },
          `the owner downloads ${download.what}`,
        );
        protectBytes(reply)
          .header("cache-control", "no-store")
          .header("cross-origin-resource-policy", "same-origin")
          .header("content-disposition", `attachment; filename="${name}"`)
          .header("content-length", size)
          .type(download.mediaType);
        return reply.send(bytes);
      },
    });
  }

  /** @returns the caller, and a function that admits the next one */
  async function admit(
    request: FastifyRequest,
    isPrivate: boolean,
  ): Promise<{ caller: Caller; release: () => void }> {
    const caller = await findConsole(ctx, request);
    if (caller === null) throw new EwpError("NOT_FOUND", "There is nothing at this path.");
    if (isPrivate) await requireFreshSession(ctx, caller);
    if (active >= limits.downloads) {
      const sentence = "Another backup or export is being created or sent. Try again when it is done.";
      throw new AppError("RATE_LIMITED", sentence, { retryAfter: 30 });
    }
    active += 1;
    const release = () => {
      active -= 1;
    };
    return { caller, release };
  }
}

/** @returns null when the client left meanwhile */
async function create(
  ctx: Context,
  caller: Caller,
  reply: FastifyReply,
  open: (signal: AbortSignal) => ReturnType<Download["open"]>,
): Promise<Awaited<ReturnType<Download["open"]>> | null> {
  let isLate = false;
  const created = await whileThere(ctx, caller, reply, async (signal) => {
    const made = await open(signal);
    isLate = signal.aborted;
    if (isLate && "bytes" in made) made.bytes.destroy();
    return made;
  });
  return isLate ? null : created;
}

/**
 * Does work for a client without the timeout of a silent connection.
 *
 * @returns null when the client left meanwhile
 * @throws AppError UNAUTHENTICATED when its session ended meanwhile
 */
async function whileThere<T>(
  ctx: Context,
  caller: Caller,
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const gone = new AbortController();
  const abort = () => gone.abort();
  using _watch = watchAuthority(ctx, caller, () => gone.abort(overError()));
  raw.once("close", abort);
  if (raw.destroyed) return null;
  // Creating a large one takes longer than the timeout of a silent connection.
  raw.setTimeout(0);
  try {
    const done = await work(gone.signal);
    if (isRefusal(gone.signal.reason)) throw gone.signal.reason;
    return done;
  } catch (error) {
    if (isRefusal(gone.signal.reason)) throw gone.signal.reason;
    if (gone.signal.aborted) return null;
    throw error;
  } finally {
    raw.off("close", abort);
    raw.setTimeout(limits.silenceMs);
  }
}
