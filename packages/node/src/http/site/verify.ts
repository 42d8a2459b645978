import { renderVerify } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { verifyPublication } from "../../domain/verification/verify-publication.ts";
import { addReadRoute } from "../read-route.ts";
import { acceptForms, readField } from "./forms.ts";
import type { SiteContext } from "./pages.ts";
import { notFound } from "./params.ts";

/**
 * `/verify`: checks a post or file of this or another node for anybody. GET shows a form, filled in by `?of=`; only POST
 * makes this node look.
 */
export function answerVerify(scope: FastifyInstance, ctx: SiteContext): void {
  acceptForms(scope);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const isSent = request.method === "POST";
    const view = await ctx.pages.ownedViewFor(request);
    if (view === null) throw notFound();
    const of = readField(isSent ? request.body : request.query, "of").slice(0, 1_000);
    const outcome = isSent ? await verifyPublication(ctx, { text: of, ip: request.ip ?? null }) : null;
    return ctx.pages.passing(reply, 200, { hasForm: true, runs: true }, () =>
      renderVerify(view, { of, outcome }),
    );
  };
  addReadRoute(scope, "/verify", answer);
  scope.post("/verify", answer);
}
