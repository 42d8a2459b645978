import { createHash, randomBytes } from "node:crypto";
import { type App, renderApp, renderConsoleShell, renderNotice, type View } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { publicProgram } from "../../../config/program.ts";
import { findCaller } from "../../../domain/access/callers.ts";
import { readInstallation } from "../../../domain/installation/install.ts";
import { readPublicSettings } from "../../../domain/settings/settings.ts";
import { readSessionCookie } from "../../caller.ts";
import { fresh, page } from "../../prices.ts";
import { addReadRoute, priced } from "../../read-route.ts";
import type { Pages, SiteContext } from "../pages.ts";
import { notFound } from "../params.ts";
import { readerHeaders } from "../preferences.ts";
import { type PageRights, setPageHeaders } from "../respond.ts";

/**
 * The relay between a page and a wallet on another device. The dashboard connects to it if the owner has a project there.
 */
const walletConnectRelay = "wss://relay.walletconnect.org";

const manifestPath = "/console/manifest.webmanifest";

/**
 * The owner's programs: the console, with its manifest and its service worker, at every path below `/console`, and the
 * installer as long as there is no owner.
 */
export function answerApps(scope: FastifyInstance, { pages, ...ctx }: SiteContext): void {
  for (const path of ["/console", "/console/*"]) {
    addReadRoute(
      scope,
      path,
      async (request, reply) => {
        await pages.load();
        const view = pages.viewFor(request);
        // Without a session the page shows the sign-in.
        const isExpected = view.owner !== null && readSessionCookie(request) !== null;
        const { walletConnectProjectId } = await readPublicSettings(ctx);
        // A view that the page opens comes with the first files, and not after them.
        const place = /^\/console\/(\w+)/.exec(request.url)?.[1] ?? "home";
        return sendApp(reply, pages, view, "console", {
          input: { program: publicProgram, ...(walletConnectProjectId !== "" && { walletConnectProjectId }) },
          connects: walletConnectProjectId === "" ? [] : [walletConnectRelay],
          ...(isExpected && { part: place }),
          title: view.messages.app.console,
          manifest: manifestPath,
          isStyled: true,
          shell: isExpected && renderConsoleShell(view.owner.title),
        });
      },
      priced(fresh),
    );
  }
  addReadRoute(
    scope,
    "/console/graphql",
    async (request, reply) => {
      const caller = await findCaller(ctx, { bearer: null, cookie: readSessionCookie(request) });
      if (caller?.kind !== "client") return reply.redirect("/console", 303);
      await pages.load();
      const view = pages.viewFor(request);
      return sendApp(reply, pages, view, "graphql-editor", {
        title: "GraphQL",
        isStyled: true,
      });
    },
    priced(fresh),
  );
  addReadRoute(scope, manifestPath, (request, reply) => sendManifest(request, reply, pages), priced(page));
  addReadRoute(scope, "/console/worker.js", (_request, reply) => sendWorker(reply, pages), priced(fresh));
  addReadRoute(
    scope,
    "/install",
    async (request, reply) => {
      if ((await readInstallation(ctx)).installed) return reply.redirect("/", 303);
      const view = pages.viewFor(request);
      const { url, owner } = ctx.config;
      const about = { title: view.messages.app.installer, input: { url, owner } };
      return sendApp(reply, pages, view, "installer", about);
    },
    priced(fresh),
  );
}

function sendApp(
  reply: FastifyReply,
  pages: Pages,
  view: View,
  name: string,
  {
    connects = [],
    part = "",
    ...about
  }: Pick<App, "title" | "input" | "manifest" | "isStyled" | "shell"> &
    Pick<PageRights, "connects"> & { part?: string },
): FastifyReply {
  const program = pages.programs()?.programs.get(name);
  if (program === undefined) {
    const { notBuiltTitle: title, notBuilt: text } = view.messages.app;
    return pages.passing(reply, 503, {}, (current) => renderNotice(current, { title, text }));
  }
  const opened = program.parts.get(part);
  const texts = program.parts.get(`catalogue-${view.messages.language.split("-")[0]}`) ?? [];
  const more = opened ? [...opened, ...texts] : [];
  const loaded = {
    script: program.script,
    imports: program.imports,
    styles: [...new Set([...program.styles, ...more.filter((path) => path.endsWith(".css"))])],
    firstView: program.firstView,
    soon: more.filter((path) => path.endsWith(".js")),
  };
  const styleNonce = randomBytes(16).toString("base64url");
  return pages.passing(reply, 200, { runs: true, connects, styleNonce }, () =>
    renderApp(view, { ...about, styleNonce, ...loaded }),
  );
}

async function sendManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
): Promise<FastifyReply> {
  await pages.load();
  const { owner, assets, messages } = pages.viewFor(request);
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
}

/**
 * Sends the console's service worker. It begins with a version of the console's files, so that newer files make a newer worker,
 * and nothing else does: a setting of the owner, such as the colour of the icon, is no new version.
 */
async function sendWorker(reply: FastifyReply, pages: Pages): Promise<FastifyReply> {
  const built = pages.programs()?.programs;
  const consoleApp = built?.get("console");
  const script = pages.asset(built?.get("console-worker")?.script ?? "");
  if (!consoleApp || !script) throw notFound();
  const { files } = consoleApp;
  const version = createHash("sha256").update(files.join(" ")).digest("hex").slice(0, 12);
  setPageHeaders(reply, { runs: true })
    .header("cache-control", "no-cache")
    .header("service-worker-allowed", "/console");
  const shell = JSON.stringify({ version, files });
  return reply
    .type("text/javascript; charset=utf-8")
    .send(`globalThis.freeholdShell=${shell};\n${script.body.toString("utf8")}`);
}
