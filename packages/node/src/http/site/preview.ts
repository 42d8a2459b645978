import { keccak256, toHex } from "@freehold/protocol";
import { renderPreview } from "@freehold/web";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { findPublication } from "../../domain/publications/visible.ts";
import { AppError } from "../../errors/errors.ts";
import { findConsole } from "../caller.ts";
import { readMessageBodies } from "../ewp/request.ts";
import { limits } from "../limits.ts";
import { page } from "../prices.ts";
import { priced } from "../read-route.ts";
import { readId } from "./forms.ts";
import type { SiteContext } from "./pages.ts";
import { setPageHeaders } from "./respond.ts";

const body = z.object({ markdown: z.string(), id: z.string().nullable() });

/**
 * POST /api/preview, for the owner's console: the page that a post with the text `markdown` would have, with the theme, the
 * stylesheet and the files of drafts, as HTML in which nothing runs. With `id`, the cover and the summary are those of that post. Nothing is
 * stored.
 */
export function answerPreview(scope: FastifyInstance, ctx: SiteContext): void {
  readMessageBodies(scope);
  scope.post("/api/preview", priced({ ...page, body: limits.previewBytes }), async (request, reply) => {
    const owner = await ctx.owner.get();
    if (owner === null || !(await findConsole(ctx, request)))
      throw new AppError("UNAUTHENTICATED", "A preview is only for the owner's console.");
    const { success, data } = body.safeParse(request.body);
    if (!success) throw new AppError("VALIDATION_FAILED", "This is not a text to preview.");
    const bytes = Buffer.from(data.markdown);
    if (bytes.length > limits.renderedMarkdownBytes)
      throw new AppError("VALIDATION_FAILED", "The text is too long for a page.");
    const { pages } = ctx;
    await pages.load(owner);
    const view = await pages.ownedViewFor(request);
    if (view === null) throw new AppError("UNAUTHENTICATED", "A preview is only for the owner's console.");
    const stored = data.id === null ? null : await findPublication(ctx, { id: readId(data.id) });
    const shown = await pages.toPreview(data.markdown, stored?.coverHash ?? null, owner);
    const now = ctx.clock.now();
    const html = renderPreview(view, {
      ...shown,
      id: 0,
      kind: "POST",
      contentHash: toHex(keccak256(bytes)),
      mediaType: "text/markdown",
      filename: null,
      caption: null,
      slug: null,
      size: bytes.length,
      feedId: "",
      publishedAt: now,
      modifiedAt: now,
      replaces: null,
      proof: null,
      excerpt: stored?.excerpt ?? null,
      isPage: stored?.isPage === 1,
      versions: [],
    });
    setPageHeaders(reply).header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send(html);
  });
}
