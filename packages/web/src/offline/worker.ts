// The site offline: a service worker that saves public pages as they are read. It always asks the node first.

import { isForReaders, isPartOfPage, mayCachePage, mayCacheReply, standInFor } from "./cache-policy.ts";
import { listSaved, markSaved } from "./saved-notice.ts";
import { createSavedPages, lastingHeaders } from "./saved-pages.ts";
import type { Fetched, WorkerScope } from "./worker-types.ts";

const worker = globalThis as unknown as WorkerScope;
const config = worker.freeholdSite;
const saved = createSavedPages(config);
const shell = `site shell ${config.version}`;
const offlinePath = "/offline";

worker.addEventListener("install", (event) => {
  // The last request of a closing page must not have to start a worker first.
  const routes = ["/api/*", "/console*", "/install*"].map(
    (urlPattern) => ({ condition: { urlPattern }, source: "network" }) as const,
  );
  event.waitUntil(Promise.all([saveShell(), event.addRoutes?.(routes)]));
});
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, url));
  else if (isPartOfPage(url, request) && comesFromPage(request)) event.respondWith(openPart(event));
});

/** Saves the offline page and its files. File names change with their bytes, so a newer worker can start at once. */
async function saveShell(): Promise<void> {
  const cache = await caches.open(shell);
  const page = await fetch(offlinePath, { cache: "no-cache" });
  if (!page.ok) throw new Error(`The offline page is ${page.status}.`);
  await cache.addAll(saved.filesOf(await page.clone().text()));
  await cache.put(offlinePath, page);
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  await saved.deleteOldCaches(shell);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  // The open pages were loaded before there was a worker to save them.
  const open = await worker.clients.matchAll({ type: "window" });
  await Promise.allSettled(open.map(({ url }) => saveOpen(new URL(url))));
}

async function saveOpen(url: URL): Promise<void> {
  if (!mayCachePage(url)) return;
  const reply = await fetch(url.pathname + url.search);
  if (mayCacheReply(reply)) await saved.save(url, reply);
}

async function openPage(event: Fetched, url: URL): Promise<Response> {
  try {
    const reply = (await event.preloadResponse) ?? (await fetch(event.request));
    // A proxy answers so if the node does not answer.
    if (isForReaders(url) && [502, 504].includes(reply.status)) throw new Error(String(reply.status));
    if (mayCachePage(url)) {
      if (mayCacheReply(reply)) event.waitUntil(saved.save(url, reply.clone()));
      else if ([404, 410].includes(reply.status)) event.waitUntil(saved.remove(url));
    }
    return reply;
  } catch (error) {
    const answer = isForReaders(url) ? await openSaved(url) : null;
    if (answer === null) throw error;
    return answer;
  }
}

/** The saved copy of a page, else the offline page; null without both. */
async function openSaved(url: URL): Promise<Response | null> {
  const standIn = standInFor(url);
  const page =
    standIn !== null || mayCachePage(url) ? await saved.find(standIn ? new URL(standIn, url) : url) : null;
  if (page) return new Response(markSaved(page, config), { headers: page.headers });
  const offline = await (await caches.open(shell)).match(offlinePath);
  if (offline === undefined) return null;
  const html = listSaved(await offline.text(), await saved.list(), config);
  return new Response(html, { status: 503, headers: lastingHeaders(offline) });
}

/** Whether a page for readers loads it, or a script that it loaded: the console and the installer have files of their own. */
function comesFromPage({ referrer }: Request): boolean {
  const from = URL.parse(referrer);
  return from?.origin === location.origin && (isForReaders(from) || from.pathname.startsWith("/assets/"));
}

async function openPart(event: Fetched): Promise<Response> {
  const { request } = event;
  try {
    const reply = await fetch(request);
    const isPicture =
      request.destination === "image" && !new URL(request.url).pathname.startsWith("/assets/");
    if (isPicture && reply.status === 200 && mayCachePage(new URL(request.referrer)))
      event.waitUntil(saved.savePicture(request, reply.clone()));
    return reply;
  } catch (error) {
    const file = await caches.match(request);
    if (file === undefined) throw error;
    return file;
  }
}
