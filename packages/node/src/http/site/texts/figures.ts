import { figureOf, keyOf } from "@freehold/web";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { AppError } from "../../../errors/errors.ts";
import { findConsole } from "../../caller.ts";
import { readMessageBodies } from "../../ewp/request.ts";
import { limits } from "../../limits.ts";
import { page } from "../../prices.ts";
import { priced } from "../../read-route.ts";
import type { SiteContext } from "../pages.ts";

const body = z.object({ figures: z.array(z.string()).max(limits.figuresPerText) });

/**
 * POST /api/figures, for the owner's console: renders the code, formulas and diagrams of `{ "figures": [key] }` (`keyOf`) by the
 * renderer of the pages, in its thread and its limits. Replies `{ "drawn": [DrawnFigure or null] }` in the same order; its markup is
 * not sanitised, and the colours of its pictures have names (`themeDiagram`).
 */
export function answerFigures(scope: FastifyInstance, ctx: SiteContext): void {
  readMessageBodies(scope);
  scope.post("/api/figures", priced({ ...page, body: limits.figuresBytes }), async (request, reply) => {
    if (!(await findConsole(ctx, request)))
      throw new AppError("UNAUTHENTICATED", "Figures are rendered only for the owner's console.");
    const { success, data } = body.safeParse(request.body);
    if (!success) throw new AppError("VALIDATION_FAILED", "These are not figures.");
    const figures = data.figures.map(figureOf);
    const drawn = await ctx.figureWorker.draw(figures.filter((one) => one !== null));
    const inOrder = figures.map((one) => (one && drawn.get(keyOf(one))) ?? null);
    return reply.header("cache-control", "no-store").send({ drawn: inOrder });
  });
}
