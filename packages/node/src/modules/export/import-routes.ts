import { join } from "node:path";
import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { streamFile } from "../../blobs/files.ts";
import type { Context } from "../../context.ts";
import { actAs } from "../../domain/access/authority.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { AppError } from "../../errors/errors.ts";
import { protectBytes } from "../../http/bytes/send-bytes.ts";
import { endWithAuthority, findConsole } from "../../http/caller.ts";
import { drain } from "../../http/graphql/body.ts";
import { simple, streamed } from "../../http/prices.ts";
import { priced } from "../../http/read-route.ts";
import { folderOf, readImport, receiveImport, reportName, tooLarge } from "./import/import-jobs.ts";
import { importLimits } from "./import/limits.ts";

const importPath = "/api/import";

/**
 * POST /api/import?name=…: a file to import, as the body, which is streamed to the disk. GET /api/import/report: the whole
 * report of the import, as JSON. Both are for the owner's console; all other callers get 404.
 */
export function registerImports(scope: FastifyInstance, ctx: Context): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", async (_request: unknown, payload: unknown) => payload);
  let isReceiving = false;
  scope.post(importPath, priced(streamed), async (request, reply) => {
    try {
      const caller = await requireConsole(ctx, request);
      if (Number(request.headers["content-length"] ?? 0) > importLimits.uploadBytes) throw tooLarge();
      if (isReceiving)
        throw new AppError("CONFLICT", "Another file is being uploaded. Wait until it is done.");
      isReceiving = true;
      const { name = "" } = request.query as { name?: string };
      const file = { name: String(name), source: request.raw };
      const job = await receiveImport(actAs(ctx, caller), file).finally(() => {
        isReceiving = false;
      });
      ctx.log.info({ id: request.id, size: job.size }, "the owner sent a file to import");
      return reply
        .code(201)
        .header("cache-control", "no-store")
        .send({ id: String(job.id) });
    } catch (error) {
      // A client that is still sending would not read the reply.
      drain(request.raw);
      throw error;
    }
  });
  scope.get(`${importPath}/report`, priced(simple), async (request, reply) => {
    const caller = await requireConsole(ctx, request);
    const job = await readImport(ctx);
    if (job?.summary == null) throw nothing();
    protectBytes(reply)
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="freehold-import-report.json"')
      .type("application/json; charset=utf-8");
    endWithAuthority(ctx, caller, reply);
    return reply.send(streamFile(join(folderOf(ctx, job), reportName)));
  });
}

const nothing = () => new EwpError("NOT_FOUND", "There is nothing at this path.");

async function requireConsole(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const caller = await findConsole(ctx, request);
  if (caller === null) throw nothing();
  return caller;
}
