import { renderVerify } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPasted } from "../../../domain/verification/verify-pasted.ts";
import {
  verifyPastedForm,
  verifyPublication,
  verifyStoredPublication,
} from "../../../domain/verification/verify-publication.ts";
import { limits } from "../../limits.ts";
import { form } from "../../prices.ts";
import { addReadRoute, priced } from "../../read-route.ts";
import { readField } from "../forms.ts";
import type { SiteContext } from "../pages.ts";
import { notFound } from "../params.ts";
import { sendPage } from "../respond.ts";

const rights = { hasForm: true, runs: true } as const;

/**
 * `/verify`: checks a post or file of this or another node for anybody. GET with `?of=` checks what this node stores, and fills in
 * the form; only POST makes this node call another one. The empty form is the same for all readers, so a browser may save it for checking offline.
 */
export function answerVerify(scope: FastifyInstance, ctx: SiteContext): void {
  scope.removeAllContentTypeParsers();
  // A pasted post is read in a process for documents of others.
  const parse = async (_request: FastifyRequest, body: Buffer) => body;
  scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, parse);
  addReadRoute(
    scope,
    "/verify",
    async (request, reply) => {
      const of = readField(request.query, "of").slice(0, 1_000);
      const empty = { of, pasted: "", publisher: "", outcome: null };
      if (of !== "") {
        if ((await ctx.pages.ownedViewFor(request)) === null) throw notFound();
        const outcome = await verifyStoredPublication(ctx, { text: of, ip: request.ip ?? null });
        return await show(request, reply, { ...empty, outcome });
      }
      const page = await ctx.pages.made(request, { verify: true }, async (view) => renderVerify(view, empty));
      if (ctx.pages.viewFor(request).owner === null) throw notFound();
      return await sendPage(request, reply, page, rights);
    },
    priced(form),
  );
  scope.post("/verify", priced({ ...form, body: limits.verifyFormBytes }), async (request, reply) => {
    const form = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const from = { ip: request.ip ?? null };
    if ((await ctx.pages.ownedViewFor(request)) === null) throw notFound();
    const address = readAddress(form);
    if (address !== null) {
      const outcome = await verifyPublication(ctx, { text: address.of, ...from });
      return await show(request, reply, { ...address, pasted: "", outcome });
    }
    const { shown: pasted, ...found } = await verifyPastedForm(ctx, { form, ...from });
    return await show(request, reply, { ...found, pasted });
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

/** The fields of a form that asks for something by its address; null where it has a pasted post. */
function readAddress(form: Buffer): { of: string; publisher: string } | null {
  if (form.length > limits.commentFormBytes) return null;
  const fields = Object.fromEntries(new URLSearchParams(form.toString()));
  const [of, publisher] = [
    readField(fields, "of").slice(0, 1_000),
    readField(fields, "publisher").slice(0, 1_000),
  ];
  return readField(fields, "post").trim() !== "" || isPasted(of) ? null : { of, publisher };
}
