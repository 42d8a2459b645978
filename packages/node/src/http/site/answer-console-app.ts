import { createHash } from "node:crypto";
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import type { Pages } from "./create-pages.ts";
import { nothing } from "./nothing.ts";
import { readerHeaders } from "./read-reader.ts";
import { guardPage } from "./send-page.ts";

/** Where the console's manifest is. */
export const consoleManifest = "/console/manifest.webmanifest";

/** What makes the console an app: its manifest and its service worker. */
export function answerConsoleApp(scope: FastifyInstance, pages: Pages): void {
  scope.route({ method: ["GET", "HEAD"], url: consoleManifest, handler: sendManifest(pages) });
  scope.route({ method: ["GET", "HEAD"], url: "/console/worker.js", handler: sendWorker(pages) });
}

/** What a system needs to know of the console to keep it as an app. */
function sendManifest(pages: Pages): RouteHandlerMethod {
  return async (request, reply) => {
    const { owner, assets, messages } = (await pages.ownedViewFor(request)) ?? pages.viewFor(request);
    guardPage(reply).header("cache-control", "no-cache").header("vary", readerHeaders);
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
    if (!consoleApp || !script) throw nothing();
    const { stylesheet, icon } = ((await pages.ownedViewFor(request)) ?? pages.viewFor(request)).assets;
    const files = [...consoleApp.files, stylesheet, icon];
    const version = createHash("sha256").update(files.join(" ")).digest("hex").slice(0, 12);
    guardPage(reply, { runs: true })
      .header("cache-control", "no-cache")
      .header("service-worker-allowed", "/console");
    return reply
      .type("text/javascript; charset=utf-8")
      .send(
        `globalThis.freeholdShell=${JSON.stringify({ version, files })};\n${script.body.toString("utf8")}`,
      );
  };
}
