// The console's service worker: it caches the shell and shows push messages. It caches no data and no drafts.

import type { Extendable, Fetched } from "../../offline/worker-types.ts";

/** The part of a service worker's scope that this one uses. */
interface WorkerScope {
  /** Written before this script by the node: the files of the shell. */
  readonly freeholdShell: { readonly version: string; readonly files: readonly string[] };
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof Events>(type: T, listener: (event: Events[T]) => void): void;
}

interface Events {
  readonly install: Extendable;
  readonly activate: Extendable;
  readonly fetch: Fetched;
  readonly push: Extendable & { readonly data: { json(): unknown } | null };
  readonly notificationclick: Extendable & { readonly notification: Notification };
  readonly message: MessageEvent;
}

interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

const worker = globalThis as unknown as WorkerScope;
const { version, files } = worker.freeholdShell;
const page = "/console";
const name = `console ${version}`;

worker.addEventListener("install", (event) => event.waitUntil(cacheShell()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim())),
);
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});

async function cacheShell(): Promise<void> {
  await (await caches.open(name)).addAll([page, ...files]);
}

/** Deletes the caches of older versions: every cache but its own and those of the public site (`site …`). */
async function deleteOldCaches(): Promise<void> {
  const others = (await caches.keys()).filter((one) => !one.startsWith("site ") && one !== name);
  await Promise.all(others.map((one) => caches.delete(one)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isConsole = pathname === page || pathname.startsWith(`${page}/`);
  if (request.mode === "navigate" && isConsole) event.respondWith(openConsole(request));
  else if (files.includes(pathname)) event.respondWith(fromShell(request));
});

/** The page from the node, or the cached one when the node does not answer. */
async function openConsole(request: Request): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) void keepPage(cache, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const cached = await cache.match(page);
    if (!cached) throw error;
    return cached;
  }
}

/** Keeps the newest page, which has the owner's colours, unless it needs files of another version. */
async function keepPage(cache: Cache, answer: Response): Promise<void> {
  const scripts = (await answer.clone().text()).match(/\/assets\/[\w.-]+\.js/g) ?? [];
  if (scripts.every((path) => files.includes(path))) await cache.put(page, answer);
}

/** File names change with their bytes, so a cached file is never stale. */
async function fromShell(request: Request): Promise<Response> {
  return (await (await caches.open(name)).match(request)) ?? (await fetch(request));
}

/** The view that a push message is about. */
const paths: Readonly<Record<string, string>> = {
  follower: "/home/people",
  visitor: "/home/people",
  "failed-peer": "/home/people",
  "peer-warning": "/home/people",
  comment: "/inbox/comments",
  "failed-webhook": "/settings/webhooks",
  "damaged-content": "/settings/status",
  "failed-backup": "/settings/status",
  "set-aside": "/settings/status",
  clock: "/settings/status",
  proposal: "/posts/proposals",
  "sign-in": "/settings/access",
};

worker.addEventListener("push", (event) => {
  const { id, type, title, body } = Object(event.data?.json()) as Readonly<Record<string, unknown>>;
  const path = paths[String(type)] ?? "";
  // A message that is sent twice, because a reply was lost, is shown once.
  const options = { body: String(body ?? ""), tag: String(id), data: path };
  event.waitUntil(worker.registration.showNotification(String(title ?? ""), options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(String(event.notification.data ?? "")));
});

async function goTo(path: string): Promise<void> {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const openPage = open.find(({ url }) => new URL(url).pathname.startsWith(page));
  if (!openPage) {
    await worker.clients.openWindow(`${page}${path}`);
    return;
  }
  openPage.postMessage({ goTo: path });
  await openPage.focus();
}
