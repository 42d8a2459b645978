import { createHash } from "node:crypto";
import { KiB } from "@freehold/protocol/internal";
import { renderOffline, type SiteWorkerConfig } from "@freehold/web";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendCompressed } from "../../bytes/compression.ts";
import { fresh } from "../../prices.ts";
import { addReadRoute, priced } from "../../read-route.ts";
import type { SiteContext } from "../pages.ts";
import { notFound } from "../params.ts";
import { readerHeaders } from "../preferences.ts";
import { addPage, setPageHeaders } from "../respond.ts";

const offlinePages = 40; // pages of the site that a reader's browser keeps
const offlinePictures = 60; // pictures of such pages
const offlinePictureBytes = 512 * KiB; // a larger picture is not kept

/** For reading offline: the site's service worker, and the page that it shows for pages that are not saved. */
export function answerOffline(scope: FastifyInstance, { pages }: SiteContext): void {
  const makeOfflinePage = (request: FastifyRequest) =>
    pages.made(request, { offline: true }, async (view) => renderOffline(view));

  const make = async (request: FastifyRequest) => {
    const page = await makeOfflinePage(request);
    return pages.viewFor(request).owner === null ? null : page;
  };
  addPage(scope, "/offline", make, { runs: true });

  addReadRoute(
    scope,
    "/worker.js",
    async (request, reply) => {
      const offlinePage = await makeOfflinePage(request);
      const built = pages.programs()?.programs;
      const script = pages.asset(built?.get("site-worker")?.script ?? "");
      const { owner, messages } = pages.viewFor(request);
      if (!built || !script || !owner) throw notFound();
      const { kept, anew } = messages.offline;
      const islands = [...built].filter(([name]) => name !== "console" && name !== "installer");
      const config: SiteWorkerConfig = {
        // A newer offline page makes a newer worker.
        version: createHash("sha256").update(`${offlinePage.etag} ${script.path}`).digest("hex").slice(0, 12),
        language: messages.language,
        messages: { kept, anew },
        imports: Object.fromEntries(islands.map(([, one]) => [one.script, one.imports])),
        most: {
          pages: offlinePages,
          pictures: offlinePictures,
          pictureBytes: offlinePictureBytes,
        },
      };
      const worker = await pages.made(
        request,
        { worker: config },
        async () => `globalThis.freeholdSite=${JSON.stringify(config)};\n${script.body.toString("utf8")}`,
      );
      setPageHeaders(reply, { runs: true }).header("cache-control", "no-cache");
      const compressible = { ...worker, mediaType: "text/javascript; charset=utf-8" };
      return await sendCompressed(request, reply, compressible, readerHeaders);
    },
    priced(fresh),
  );
}
