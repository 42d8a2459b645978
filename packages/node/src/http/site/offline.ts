import { createHash } from "node:crypto";
import { renderOffline, type SiteWorkerConfig } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendCompressed } from "../bytes/compression.ts";
import { limits } from "../limits.ts";
import { addReadRoute } from "../read-route.ts";
import type { Pages } from "./pages.ts";
import { notFound } from "./params.ts";
import { readerHeaders } from "./preferences.ts";
import { type CachedPage, sendPage, setPageHeaders } from "./respond.ts";

/** What lets a reader's browser keep what was read: the site's service worker, and the page for what is not kept. */
export function answerOffline(scope: FastifyInstance, pages: Pages): void {
  const offlinePage = (request: FastifyRequest) =>
    pages.made(request, { offline: true }, async (view) => renderOffline(view));

  addReadRoute(scope, "/offline", async (request, reply) => {
    const page = await offlinePage(request);
    if (pages.viewFor(request).owner === null) throw notFound();
    return await sendPage(request, reply, page, { runs: true });
  });
  addReadRoute(scope, "/worker.js", async (request, reply) => {
    const page = await offlinePage(request);
    return await sendWorker(request, reply, pages, page);
  });
}

/** What it is to know stands before its script, so that a newer offline page makes a newer worker. */
async function sendWorker(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
  offlinePage: CachedPage,
): Promise<FastifyReply> {
  const built = pages.programs()?.programs;
  const script = pages.asset(built?.get("site-worker")?.script ?? "");
  const { owner, messages } = pages.viewFor(request);
  if (!built || !script || !owner) throw notFound();
  const { kept, anew } = messages.offline;
  const islands = [...built].filter(([name]) => name !== "console" && name !== "installer");
  const config: SiteWorkerConfig = {
    version: createHash("sha256").update(`${offlinePage.etag} ${script.path}`).digest("hex").slice(0, 12),
    language: messages.language,
    words: { kept, anew },
    imports: Object.fromEntries(islands.map(([, one]) => [one.script, one.imports])),
    most: {
      pages: limits.keptPages,
      pictures: limits.keptPictures,
      pictureBytes: limits.keptPictureBytes,
    },
  };
  const worker = await pages.made(
    request,
    { worker: config },
    async () => `globalThis.freeholdSite=${JSON.stringify(config)};\n${script.body.toString("utf8")}`,
  );
  setPageHeaders(reply, { runs: true }).header("cache-control", "no-cache");
  const { html: body, etag, pack } = worker;
  const compressible = { body, etag, mediaType: "text/javascript; charset=utf-8", compress: pack };
  return await sendCompressed(request, reply, compressible, readerHeaders);
}
