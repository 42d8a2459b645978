import { createHash, randomBytes } from "node:crypto";
import { renderApp, renderNotice, type View } from "@freehold/web";
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readInstallation } from "../../domain/installation/install.ts";
import { addReadRoute } from "../read-route.ts";
import type { Pages } from "./pages.ts";
import { notFound } from "./params.ts";
import { readerHeaders } from "./preferences.ts";
import { setPageHeaders } from "./respond.ts";

/**
 * The owner's programs: the console, at every path below its own, since it keeps its place there, and the installer as
 * long as there is no owner.
 */
export function answerApps(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "config">,
  pages: Pages,
): void {
  const get = (url: string, handler: RouteHandlerMethod) => addReadRoute(scope, url, handler);
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
  setPageHeaders(reply, { runs: true, styleNonce }).header("cache-control", "no-store");
  const html = renderApp(view, { ...about, styleNonce, ...program });
  return reply.type("text/html; charset=utf-8").send(html);
}

function sendNotBuilt(reply: FastifyReply, pages: Pages): FastifyReply {
  const view = pages.viewFor(reply.request);
  const { notBuiltTitle: title, notBuilt: text } = view.messages.app;
  setPageHeaders(reply).header("cache-control", "no-store").code(503);
  return reply.type("text/html; charset=utf-8").send(renderNotice(view, { title, text }));
}

/** Where the console's manifest is. */
const consoleManifest = "/console/manifest.webmanifest";

/** What makes the console an app: its manifest and its service worker. */
function answerConsoleApp(scope: FastifyInstance, pages: Pages): void {
  addReadRoute(scope, consoleManifest, sendManifest(pages));
  addReadRoute(scope, "/console/worker.js", sendWorker(pages));
}

function sendManifest(pages: Pages): RouteHandlerMethod {
  return async (request, reply) => {
    const { owner, assets, messages } = (await pages.ownedViewFor(request)) ?? pages.viewFor(request);
    setPageHeaders(reply).header("cache-control", "no-cache").header("vary", readerHeaders);
    return reply.type("application/manifest+json").send(
      JSON.stringify({
        id: "/console",
        name: owner ? `${owner.title}: ${messages.app.console}` : messages.app.console,
        short_name: owner?.title ?? messages.app.console,
        lang: messages.language,
        start_url: "/console",
        scope: "/console",
        display: "standalone",
        background_color: "#fbfaf7",
        theme_color: "#fbfaf7",
        icons: [{ src: assets.icon, type: "image/svg+xml", sizes: "any", purpose: "any" }],
      }),
    );
  };
}

/** The console's service worker. What the shell is made of stands before it, so that a newer shell makes a newer worker. */
function sendWorker(pages: Pages): RouteHandlerMethod {
  return async (request, reply) => {
    const built = pages.programs()?.programs;
    const consoleApp = built?.get("console");
    const script = pages.asset(built?.get("console-worker")?.script ?? "");
    if (!consoleApp || !script) throw notFound();
    const { stylesheet, icon } = ((await pages.ownedViewFor(request)) ?? pages.viewFor(request)).assets;
    const files = [...consoleApp.files, stylesheet, icon];
    const version = createHash("sha256").update(files.join(" ")).digest("hex").slice(0, 12);
    setPageHeaders(reply, { runs: true })
      .header("cache-control", "no-cache")
      .header("service-worker-allowed", "/console");
    return reply
      .type("text/javascript; charset=utf-8")
      .send(
        `globalThis.freeholdShell=${JSON.stringify({ version, files })};\n${script.body.toString("utf8")}`,
      );
  };
}
