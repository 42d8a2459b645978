import { randomBytes } from "node:crypto";
import { renderApp, renderNotice, type View } from "@freehold/web";
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readInstallation } from "../../domain/installation/owner.ts";
import { answerConsoleApp, consoleManifest } from "./answer-console-app.ts";
import type { Pages } from "./create-pages.ts";
import { guardPage } from "./send-page.ts";

/**
 * The owner's programs: the console, at every path below its own, since it keeps its place there, and the installer as
 * long as there is no owner.
 */
export function answerApps(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "config">,
  pages: Pages,
): void {
  const get = (url: string, handler: RouteHandlerMethod) =>
    scope.route({ method: ["GET", "HEAD"], url, handler });
  const consolePage: RouteHandlerMethod = async (request, reply) => {
    const view = (await pages.ownedViewFor(request)) ?? pages.viewFor(request);
    const about = { title: view.messages.app.console, manifest: consoleManifest };
    return sendApp(reply, pages, view, "console", about);
  };
  get("/console", consolePage);
  get("/console/*", consolePage);
  answerConsoleApp(scope, pages);
  get("/install", async (request, reply) => {
    if ((await readInstallation(ctx)).installed) return reply.redirect("/", 303);
    const view = pages.viewFor(request);
    const { url, owner } = ctx.config;
    const about = { title: view.messages.app.installer, input: { url, owner } };
    return sendApp(reply, pages, view, "installer", about);
  });
}

function sendApp(
  reply: FastifyReply,
  pages: Pages,
  view: View,
  name: string,
  about: { title: string; input?: object; manifest?: string },
): FastifyReply {
  const program = pages.programs()?.programs.get(name);
  if (program === undefined) return sendNotBuilt(reply, pages);
  const styleNonce = randomBytes(16).toString("base64url");
  guardPage(reply, { runs: true, styleNonce }).header("cache-control", "no-store");
  const html = renderApp(view, { ...about, styleNonce, ...program });
  return reply.type("text/html; charset=utf-8").send(html);
}

/** Whoever installed without the install scripts is told what is missing. */
function sendNotBuilt(reply: FastifyReply, pages: Pages): FastifyReply {
  const view = pages.viewFor(reply.request);
  const { notBuiltTitle: title, notBuilt: text } = view.messages.app;
  guardPage(reply).header("cache-control", "no-store").code(503);
  return reply.type("text/html; charset=utf-8").send(renderNotice(view, { title, text }));
}
