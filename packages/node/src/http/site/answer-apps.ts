import { randomBytes } from "node:crypto";
import { renderApp, renderNotice } from "@freehold/web";
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from "fastify";
import type { Pages } from "./create-pages.ts";
import { guardPage } from "./send-page.ts";

/** The owner's programs: the console, at every path below its own, since it keeps its place there. */
export function answerApps(scope: FastifyInstance, pages: Pages): void {
  const serve = (name: string): RouteHandlerMethod => {
    return async (request, reply) => {
      const view = pages.viewFor(request);
      const program = pages.programs()?.programs.get(name);
      if (program === undefined) return sendNotBuilt(reply, pages);
      const styleNonce = randomBytes(16).toString("base64url");
      guardPage(reply, { runs: true, styleNonce }).header("cache-control", "no-store");
      const html = renderApp(view, { title: view.words.app.console, styleNonce, ...program });
      return reply.type("text/html; charset=utf-8").send(html);
    };
  };
  for (const url of ["/console", "/console/*"]) {
    scope.route({ method: ["GET", "HEAD"], url, handler: serve("console") });
  }
}

/** Whoever installed without the install scripts is told what is missing. */
function sendNotBuilt(reply: FastifyReply, pages: Pages): FastifyReply {
  const view = pages.viewFor(reply.request);
  const { notBuiltTitle: title, notBuilt: words } = view.words.app;
  guardPage(reply).header("cache-control", "no-store").code(503);
  return reply.type("text/html; charset=utf-8").send(renderNotice(view, { title, words }));
}
