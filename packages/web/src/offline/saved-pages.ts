import type { SiteWorkerConfig } from "./worker-types.ts";

/** The number changes with what is kept and how: what another one kept is then dropped. */
const pagesCache = "site pages 1";
const filesCache = "site files 1";
const picturesCache = "site pictures 1";

/** Headers of a page that still hold when it is read again. */
const lasting = [
  "content-type",
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
];

/** What a page that is shown again says of itself. */
export function lastingHeaders({ headers }: Pick<Response, "headers">): Headers {
  return new Headers([...headers].filter(([name]) => lasting.includes(name)));
}

/** A page as a reader can have it again. */
export interface SavedPage {
  readonly path: string;
  readonly html: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  readonly headers: Headers;
}

/** The pages that were read, the last one last; each with what it needs to look as it did. */
export function createSavedPages({ imports, most }: Pick<SiteWorkerConfig, "imports" | "most">) {
  /** The files that a page names, and what its scripts load at once. */
  function filesOf(html: string): string[] {
    const named = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+|\/ewp\/avatar)"/g)];
    return [...new Set(named.flatMap(([, path = ""]) => [path, ...(imports[path] ?? [])]))];
  }

  async function keepFiles(paths: readonly string[]): Promise<void> {
    const files = await caches.open(filesCache);
    const known = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
    await Promise.allSettled(paths.filter((path) => !known.has(path)).map((path) => files.add(path)));
  }

  /** Drops the oldest pages, and files that no page needs any more. */
  async function tidy(): Promise<void> {
    const [pages, files] = await Promise.all([caches.open(pagesCache), caches.open(filesCache)]);
    const read = await pages.keys();
    await Promise.all(read.slice(0, Math.max(0, read.length - most.pages)).map((old) => pages.delete(old)));
    const needed = new Set((await list()).flatMap(({ html }) => filesOf(html)));
    const stale = (await files.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
    await Promise.all(stale.map((file) => files.delete(file)));
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

    async keep(url: URL, reply: Response): Promise<void> {
      const html = await reply.text();
      const headers = lastingHeaders(reply);
      headers.set("x-kept-at", String(Date.now()));
      await keepFiles(filesOf(html));
      const pages = await caches.open(pagesCache);
      await pages.delete(keyOf(url));
      await pages.put(keyOf(url), new Response(html, { headers }));
      await tidy();
    },

    async forget(url: URL): Promise<void> {
      if (await (await caches.open(pagesCache)).delete(keyOf(url))) await tidy();
    },

    async keepPicture(request: Request, reply: Response): Promise<void> {
      if (Number(reply.headers.get("content-length") ?? Infinity) > most.pictureBytes) return;
      const pictures = await caches.open(picturesCache);
      await pictures.delete(request);
      await pictures.put(request, reply);
      const shown = await pictures.keys();
      const over = shown.slice(0, Math.max(0, shown.length - most.pictures));
      await Promise.all(over.map((old) => pictures.delete(old)));
    },

    /** Drops what workers before this one kept, but for what this one can read. @param own another cache that stays */
    async forgetOthers(own: string): Promise<void> {
      const stay = [pagesCache, filesCache, picturesCache, own];
      const others = (await caches.keys()).filter((one) => one.startsWith("site ") && !stay.includes(one));
      await Promise.all(others.map((one) => caches.delete(one)));
    },
  };
}

function keyOf({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  return pathname + search;
}
