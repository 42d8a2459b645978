import { renderVerify, type VerifyPage } from "@freehold/web";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { verifyPublication } from "../../domain/verification/verify-publication.ts";
import { addReadRoute } from "../read-route.ts";
import { acceptForms } from "./forms.ts";
import type { Pages } from "./pages.ts";
import { notFound } from "./params.ts";
import { setPageHeaders } from "./respond.ts";

type Needs = Pick<Context, "store" | "blobs" | "clock" | "recover" | "peers" | "limiter" | "owner">;

/**
 * `/verify`: anybody has any post or file checked, of this node or another one. Opening it shows a form, filled in by
 * `?of=`; only sending that makes this node look.
 */
export function answerVerify(scope: FastifyInstance, ctx: Needs, pages: Pages): void {
  acceptForms(scope);
  addReadRoute(scope, "/verify", (request, reply) =>
    send(reply, pages, { of: readOf(request.query), outcome: null }),
  );
  scope.route({
    method: "POST",
    url: "/verify",
    handler: async (request, reply) => {
      if ((await pages.ownedViewFor(request)) === null) throw notFound();
      const of = readOf(request.body);
      return send(reply, pages, {
        of,
        outcome: await verifyPublication(ctx, { text: of, ip: request.ip ?? null }),
      });
    },
  });
}

async function send(reply: FastifyReply, pages: Pages, page: VerifyPage): Promise<FastifyReply> {
  const view = await pages.ownedViewFor(reply.request);
  if (view === null) throw notFound();
  setPageHeaders(reply, { hasForm: true, runs: true }).header("cache-control", "no-store");
  return reply.type("text/html; charset=utf-8").send(renderVerify(view, page));
}

function readOf(given: unknown): string {
  const { of } = Object(given) as { of?: unknown };
  return typeof of === "string" ? of.slice(0, 1_000) : "";
}
