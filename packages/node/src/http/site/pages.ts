import { createHash } from "node:crypto";
import { MiB } from "@freehold/protocol/internal";
import {
  type Confirmation,
  type FigureWorker,
  type Messages,
  type Notice,
  type OwnedView,
  renderConfirmation,
  renderNotice,
  renderWelcome,
  type View,
} from "@freehold/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../blobs/copy-bytes.ts";
import { publicProgram } from "../../config/program.ts";
import type { Context } from "../../context.ts";
import { createCompressor } from "../bytes/compression.ts";
import type { ServerContext } from "../server-context.ts";
import type { Rasteriser } from "./pictures/rasteriser.ts";
import { type CachedPage, type PageRights, setPageHeaders } from "./respond.ts";
import { createSite, type Site, type SiteOptions } from "./site.ts";
import { createTexts, type Texts } from "./texts/texts.ts";

const siteCacheBytes = 16 * MiB; // pages of the site in memory
const compressedPageBytes = 16 * MiB; // compressed pages of the site in memory

/** The context of the site's routes. */
export interface SiteContext extends ServerContext {
  readonly pages: Pages;
  readonly figureWorker: FigureWorker;
  readonly rasteriser: Rasteriser;
}

type MakePage = (
  request: FastifyRequest,
  props: object,
  render: (view: OwnedView) => Promise<string>,
) => Promise<CachedPage>;

/** Renders and sends the pages of the site. */
export interface Pages extends Site, Texts {
  /** A page made of `props` and the view of its reader; the cached page where both are the same. */
  readonly cached: MakePage;
  /** Loads the site, then answers like `cached`. */
  readonly made: MakePage;
  /** Sends a page that is not cached. */
  passing(
    reply: FastifyReply,
    status: number,
    rights: PageRights,
    render: (view: View) => string,
  ): FastifyReply;
  /** Sends a page with one button. */
  confirmation(reply: FastifyReply, about: Confirmation): FastifyReply;
  /** Sends a page with one message. */
  notice(reply: FastifyReply, status: number, about: Notice): FastifyReply;
  /** Sends an error page. It reads no database, and is rendered once for all readers of a language and theme. */
  failure(reply: FastifyReply, status: number): FastifyReply;
}

export async function createPages(
  ctx: Pick<Context, "store" | "blobs" | "owner" | "clock" | "config">,
  figureWorker: FigureWorker,
  options: SiteOptions = {},
): Promise<Pages> {
  const site = await createSite(ctx, options);
  const cache = createPageCache();
  const errorPages = new Map<string, string>();
  let errorPagesVersion = site.version();

  const cached: MakePage = (request, props, render) => {
    const view = site.viewFor(request);
    const { owner, messages, theme, assets } = view;
    const { language, timeZone } = messages;
    const key = { props, owner, language, timeZone, theme, assets };
    return cache.get(key, async () =>
      owner ? await render({ ...view, owner }) : renderWelcome(view, publicProgram),
    );
  };

  const passing: Pages["passing"] = (reply, status, rights, render) => {
    setPageHeaders(reply.code(status), rights).header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send(render(site.viewFor(reply.request)));
  };

  function renderError(status: number, view: View): string {
    if (errorPagesVersion !== site.version()) errorPages.clear();
    errorPagesVersion = site.version();
    const { messages, theme, assets, owner } = view;
    const key = [status, messages.language, theme, assets.ownStylesheet, owner?.hasMoved].join(" ");
    const html = errorPages.get(key) ?? renderNotice(view, noticeOf(status, view.messages));
    errorPages.set(key, html);
    return html;
  }

  return {
    ...site,
    ...createTexts(ctx, figureWorker),
    cached,
    passing,

    async made(request, props, render) {
      await site.load();
      return await cached(request, props, render);
    },

    confirmation: (reply, about) =>
      passing(reply, 200, { hasForm: true, hidesAddress: true }, (view) => renderConfirmation(view, about)),

    notice: (reply, status, about) =>
      passing(reply, status, { hidesAddress: true }, (view) => renderNotice(view, about)),

    failure: (reply, status) =>
      passing(reply, status, { hidesAddress: true, hasForm: [404, 405, 410].includes(status) }, (view) =>
        renderError(status, view),
      ),
  };
}

function noticeOf(status: number, { notices, notFound, gone }: Messages): Notice {
  const { link: text, search } = notFound;
  const link = { href: "/", text };
  // A page that is opened at the address of a form is none, too.
  if (status === 404 || status === 405) return { title: notFound.title, text: notFound.text, link, search };
  if (status === 410) return { ...gone, link, search };
  if (status === 429) return { title: notices.tooManyTitle, text: notices.tooMany };
  if (status === 503) return { title: notices.fullTitle, text: notices.full };
  if (status >= 500) return { title: notices.brokenTitle, text: notices.broken };
  return { title: notices.unreadableTitle, text: notices.unreadable };
}

/** Caches rendered pages by their input: rendering takes milliseconds, and reading the input does not. */
export function createPageCache() {
  const compress = createCompressor({ maxBytes: compressedPageBytes, effort: "quick" });
  const pages = new LRUCache<string, CachedPage>({
    maxSize: siteCacheBytes,
    sizeCalculation: ({ body }) => body.length,
  });
  return {
    /** The page for `input`; calls `render` when it is not cached. */
    async get(input: unknown, render: () => Promise<string>): Promise<CachedPage> {
      const key = digest(JSON.stringify(input));
      const cached = pages.get(key);
      if (cached) return cached;
      const body = copyBytes(await render());
      const etag = `"${digest(body)}"`;
      const page: CachedPage = { body, etag, compress: (encoding) => compress(body, etag, encoding) };
      pages.set(key, page);
      return page;
    },
  };
}

function digest(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("base64url");
}
