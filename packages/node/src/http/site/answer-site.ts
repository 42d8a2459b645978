import type { FigureWorker } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import { hasCode, isRefusal } from "../../errors.ts";
import type { Pages } from "./create-pages.ts";
import { createSendAsset } from "./create-send-asset.ts";
import { getDiagram } from "./get-diagram.ts";
import { getFile } from "./get-file.ts";
import { nothing } from "./nothing.ts";
import { keyOf } from "./read-key.ts";
import { readPageNumber } from "./read-page-number.ts";
import { type MadePage, sendPage } from "./send-page.ts";

/** The public site: the front door, a page a post, and what pages refer to. */
export function answerSite(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "blobs">,
  pages: Pages,
  figureWorker: FigureWorker,
): void {
  const sendAsset = createSendAsset();
  const get = (url: string, handler: RouteHandlerMethod) =>
    scope.route({ method: ["GET", "HEAD"], url, handler });

  async function post(request: FastifyRequest, key: Parameters<Pages["post"]>[1]): Promise<MadePage | null> {
    const { comments } = request.query as { comments?: unknown };
    const after = typeof comments === "string" ? comments : null;
    return await pages.post(request, key, after).catch((error: unknown) => {
      // A cursor that is none.
      if (isRefusal(error) || hasCode(error, "NOT_INSTALLED")) throw nothing();
      throw error;
    });
  }

  get("/", async (request, reply) =>
    answer(request, reply, await pages.home(request, readPageNumber(request.query))),
  );
  get("/slug/:slug", async (request, reply) => {
    const { slug } = request.params as { slug: string };
    return answer(request, reply, await post(request, { slug }));
  });
  get("/publications/:key", async (request, reply) => {
    const { key } = request.params as { key: string };
    const known = keyOf(key);
    const page = known && (await post(request, known));
    if (page) return answer(request, reply, page);
    // Publishing tools of the reference node put a slug here (decisions 9).
    if ((await findPublicPost(ctx, { slug: key })) === null) throw nothing();
    return reply.redirect(`/slug/${encodeURIComponent(key)}`, 302);
  });
  get("/publications/:key/file", getFile(ctx));
  get("/publications/:key/diagrams/:name", getDiagram(ctx, figureWorker));
  get("/assets/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = pages.asset(`/assets/${name}`);
    if (asset === null) throw nothing();
    return await sendAsset(request, reply, asset);
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  page: MadePage | null,
): Promise<FastifyReply> {
  if (page === null) throw nothing();
  return await sendPage(request, reply, page, { hasForm: true, runs: true });
}
