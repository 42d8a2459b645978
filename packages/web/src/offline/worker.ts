// The site without a line: a service worker that keeps public pages as they are read. It always asks the node first.

import { isForReaders, isPartOfPage, mayCachePage, mayCacheReply } from "./cache-policy.ts";
import { listSaved, markSaved } from "./saved-notice.ts";
import { createSavedPages, lastingHeaders } from "./saved-pages.ts";
import type { Fetched, WorkerScope } from "./worker-types.ts";

const worker = globalThis as unknown as WorkerScope;
const facts = worker.freeholdSite;
const kept = createSavedPages(facts);
const shell = `site shell ${facts.version}`;
const offlinePath = "/offline";

worker.addEventListener("install", (event) => {
  // A visitor who leaves says so with their last breath: that must not have to wake a worker first.
  const past = ["/api/*", "/console*", "/install*"].map(
    (urlPattern) => ({ condition: { urlPattern }, source: "network" }) as const,
  );
  event.waitUntil(Promise.all([keepShell(), event.addRoutes?.(past)]));
});
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, url));
  else if (isPartOfPage(url, request) && comesFromPage(request)) event.respondWith(openPart(event));
});

/** The offline page and what it needs. Names of files change with their bytes, so nobody has to wait for a newer worker. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell);
  const page = await fetch(offlinePath, { cache: "no-cache" });
  if (!page.ok) throw new Error(`The offline page is ${page.status}.`);
  await cache.addAll(kept.filesOf(await page.clone().text()));
  await cache.put(offlinePath, page);
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  await kept.forgetOthers(shell);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // What is open came before there was a worker to keep it.
  const open = await worker.clients.matchAll({ type: "window" });
  await Promise.allSettled(open.map(({ url }) => keepOpen(new URL(url))));
}

async function keepOpen(url: URL): Promise<void> {
  if (!mayCachePage(url)) return;
  const reply = await fetch(url.pathname + url.search);
  if (mayCacheReply(reply)) await kept.keep(url, reply);
}

async function openPage(event: Fetched, url: URL): Promise<Response> {
  try {
    const reply = (await event.preloadResponse) ?? (await fetch(event.request));
    // A proxy says so where the node does not answer it.
    if (isForReaders(url) && [502, 504].includes(reply.status)) throw new Error(String(reply.status));
    if (mayCachePage(url)) {
      if (mayCacheReply(reply)) event.waitUntil(kept.keep(url, reply.clone()));
      else if ([404, 410].includes(reply.status)) event.waitUntil(kept.forget(url));
    }
    return reply;
  } catch (error) {
    const answer = isForReaders(url) ? await openKept(url) : null;
    if (answer === null) throw error;
    return answer;
  }
}

/** What is kept of a page; else the offline page. */
async function openKept(url: URL): Promise<Response | null> {
  const page = mayCachePage(url) ? await kept.find(url) : null;
  if (page) return new Response(markSaved(page, facts), { headers: page.headers });
  const offline = await (await caches.open(shell)).match(offlinePath);
  if (offline === undefined) return null;
  const html = listSaved(await offline.text(), await kept.list(), facts);
  return new Response(html, { status: 503, headers: lastingHeaders(offline) });
}

/** Whether a page that may be kept asks: what others show is none of this worker's business. */
function comesFromPage({ referrer }: Request): boolean {
  const from = URL.parse(referrer);
  return from?.origin === location.origin && isForReaders(from);
}

async function openPart(event: Fetched): Promise<Response> {
  const { request } = event;
  try {
    const reply = await fetch(request);
    const isPicture =
      request.destination === "image" && !new URL(request.url).pathname.startsWith("/assets/");
    if (isPicture && reply.status === 200 && mayCachePage(new URL(request.referrer)))
      event.waitUntil(kept.keepPicture(request, reply.clone()));
    return reply;
  } catch (error) {
    const file = await caches.match(request);
    if (file === undefined) throw error;
    return file;
  }
}
