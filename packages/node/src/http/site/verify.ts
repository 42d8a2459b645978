import { renderVerify } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { verifyPublication } from "../../domain/verification/verify-publication.ts";
import { limits } from "../limits.ts";
import { addReadRoute } from "../read-route.ts";
import { acceptForms, readField } from "./forms.ts";
import type { SiteContext } from "./pages.ts";
import { notFound } from "./params.ts";
import { sendPage } from "./respond.ts";

const rights = { hasForm: true, runs: true } as const;

/**
 * `/verify`: checks a post or file of this or another node for anybody. GET shows a form, filled in by `?of=`; only POST
 * makes this node look. The empty form is the same for all readers, so a browser may save it for checking offline.
 */
export function answerVerify(scope: FastifyInstance, ctx: SiteContext): void {
  acceptForms(scope);
  addReadRoute(scope, "/verify", async (request, reply) => {
    const of = readField(request.query, "of").slice(0, 1_000);
    if (of !== "") return await show(request, reply, { of, pasted: "", publisher: "", outcome: null });
    const empty = { of, pasted: "", publisher: "", outcome: null };
    const page = await ctx.pages.made(request, { verify: true }, async (view) => renderVerify(view, empty));
    if (ctx.pages.viewFor(request).owner === null) throw notFound();
    return await sendPage(request, reply, page, rights);
  });
  scope.post("/verify", async (request, reply) => {
    const [of, post, publisher] = (["of", "post", "publisher"] as const).map((name) =>
      readField(request.body, name),
    );
    if ((await ctx.pages.ownedViewFor(request)) === null) throw notFound();
    const text = post?.trim() ? post : (of?.slice(0, 1_000) ?? "");
    const isPost = text !== "" && text === post;
    const outcome = await verifyPublication(ctx, {
      text,
      ip: request.ip ?? null,
      ...(isPost && { publisher: publisher ?? "", isPasted: true }),
    });
    const pasted = isPost && text.length <= limits.commentFormBytes ? text : "";
    const props = {
      of: of?.slice(0, 1_000) ?? "",
      pasted,
      publisher: publisher?.slice(0, 1_000) ?? "",
      outcome,
    };
    return await show(request, reply, props);
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    props: Parameters<typeof renderVerify>[1],
  ): Promise<FastifyReply> {
    const view = await ctx.pages.ownedViewFor(request);
    if (view === null) throw notFound();
    return ctx.pages.passing(reply, 200, rights, () => renderVerify(view, props));
  }
}
