import type { SiteWorkerConfig } from "./worker-types.ts";

/** The number changes with the format; the worker then deletes caches of another format. */
const pagesCache = "site pages 1";
const filesCache = "site files 1";
const picturesCache = "site pictures 1";

/** Headers of a page that still apply when it is shown again. */
const lasting = [
  "content-type",
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
];

/** The headers of a reply that a saved copy gets. */
export function lastingHeaders({ headers }: Pick<Response, "headers">): Headers {
  return new Headers([...headers].filter(([name]) => lasting.includes(name)));
}

/** A page that this browser saved. */
export interface SavedPage {
  readonly path: string;
  readonly html: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  readonly headers: Headers;
}

/** The pages that were read, the last one last, each with the files that it needs. */
export function createSavedPages({ imports, most }: Pick<SiteWorkerConfig, "imports" | "most">) {
  /** The files that a page names, and the imports of its scripts. */
  function filesOf(html: string): string[] {
    const named = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+|\/ewp\/avatar)"/g)];
    return [...new Set(named.flatMap(([, path = ""]) => [path, ...(imports[path] ?? [])]))];
  }

  async function saveFiles(paths: readonly string[]): Promise<void> {
    const files = await caches.open(filesCache);
    const known = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
    await Promise.allSettled(paths.filter((path) => !known.has(path)).map((path) => files.add(path)));
  }

  async function deleteUnneededFiles(): Promise<void> {
    const files = await caches.open(filesCache);
    const needed = new Set((await list()).flatMap(({ html }) => filesOf(html)));
    const unneeded = (await files.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
    await Promise.all(unneeded.map((file) => files.delete(file)));
  }

  async function list(): Promise<SavedPage[]> {
    const pages = await caches.open(pagesCache);
    const found = await Promise.all((await pages.keys()).map(({ url }) => find(new URL(url))));
    return found.filter((page) => page !== null);
  }

  async function find(url: URL): Promise<SavedPage | null> {
    const page = await (await caches.open(pagesCache)).match(keyOf(url));
    if (page === undefined) return null;
    const { headers } = page;
    return { path: keyOf(url), html: await page.text(), at: Number(headers.get("x-kept-at")), headers };
  }

  return {
    list,
    find,
    filesOf,

    async save(url: URL, reply: Response): Promise<void> {
      const html = await reply.text();
      const headers = lastingHeaders(reply);
      headers.set("x-kept-at", String(Date.now()));
      await saveFiles(filesOf(html));
      await putLast(pagesCache, keyOf(url), new Response(html, { headers }), most.pages);
      await deleteUnneededFiles();
    },

    async remove(url: URL): Promise<void> {
      if (await (await caches.open(pagesCache)).delete(keyOf(url))) await deleteUnneededFiles();
    },

    async savePicture(request: Request, reply: Response): Promise<void> {
      if (Number(reply.headers.get("content-length") ?? Infinity) > most.pictureBytes) return;
      await putLast(picturesCache, request, reply, most.pictures);
    },

    /** Deletes the caches of older workers, except those in the present format. @param own another cache that stays */
    async deleteOldCaches(own: string): Promise<void> {
      const stay = [pagesCache, filesCache, picturesCache, own];
      const old = (await caches.keys()).filter((one) => one.startsWith("site ") && !stay.includes(one));
      await Promise.all(old.map((one) => caches.delete(one)));
    },
  };
}

/** Puts a reply at the end of a cache, and deletes the oldest ones if there are too many. */
async function putLast(name: string, key: string | Request, reply: Response, most: number): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(key);
  await cache.put(key, reply);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => cache.delete(old)));
}

function keyOf({ pathname, search }: URL): string {
  return pathname + search;
}
