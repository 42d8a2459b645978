import { isDeepStrictEqual } from "node:util";
import type { Address } from "@freehold/protocol";
import {
  type Accent,
  type Confirmation,
  chooseAccent,
  type FigureWorker,
  type Messages,
  type Notice,
  type OwnedView,
  type QuotedPost,
  renderConfirmation,
  renderHome,
  renderNotice,
  renderPost,
  renderWelcome,
  type SiteOwner,
  type SitePost,
  type View,
} from "@freehold/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { measureImage } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import { readConversation } from "../../domain/comments/read.ts";
import { findOwner } from "../../domain/profile/own-profile.ts";
import { findPublicPost, readPublicPosts } from "../../domain/publications/public-posts.ts";
import { readSiteLooks, readStylesheet, type SiteLooks } from "../../domain/settings/settings.ts";
import type { Profile } from "../../store/profiles.ts";
import type { PublicPost } from "../../store/public-posts.ts";
import { limits } from "../limits.ts";
import { createPageCache } from "./page-cache.ts";
import { type ReaderDefaults, readReader } from "./preferences.ts";
import { type CachedPage, type PageRights, setPageHeaders, speculationRules } from "./respond.ts";
import {
  appliesOwnerStylesheet,
  createOwnerStylesheet,
  makeSiteAssets,
  type Programs,
  readPrograms,
  type SiteAsset,
} from "./site-assets.ts";
import { createTexts, type Extent, toSiteConversation, toSiteOwner, toSitePost } from "./texts.ts";

/** The pages of the site; null where nothing is. */
export interface Pages {
  home(request: FastifyRequest, page: number): Promise<CachedPage | null>;
  /** @param commentsAfter the cursor behind which its comments are shown; null for the first of them */
  post(
    request: FastifyRequest,
    key: Parameters<typeof findPublicPost>[1],
    commentsAfter: string | null,
  ): Promise<CachedPage | null>;
  /** A page made of facts, and of how its reader has it; a page that was made of the same is given again. */
  made(
    request: FastifyRequest,
    facts: object,
    render: (view: OwnedView) => Promise<string>,
  ): Promise<CachedPage>;
  /** Posts with their texts, and what belongs to as much of each as is shown. */
  toPosts(posts: readonly PublicPost[], extent: Extent): Promise<SitePost[]>;
  /** Those posts without the files that are seen in the text of another of them. */
  withoutShownFiles(posts: readonly PublicPost[]): Promise<readonly PublicPost[]>;
  /** A page with one button, sent. */
  confirmation(reply: FastifyReply, about: Confirmation): FastifyReply;
  /** A page that says one thing, sent. */
  notice(reply: FastifyReply, status: number, about: Notice): FastifyReply;
  /** A page that is made for this reply alone, sent; nobody keeps it. */
  passing(
    reply: FastifyReply,
    status: number,
    rights: PageRights,
    render: (view: View) => string,
  ): FastifyReply;
  /** What is around the content of a page, for whoever sent a request. */
  viewFor(request: FastifyRequest): View;
  /** The same once the owner is known as they are now; null for a house that is empty. */
  ownedViewFor(request: FastifyRequest): Promise<OwnedView | null>;
  /** A file that pages refer to, or null. */
  asset(path: string): SiteAsset | null;
  /** The programs that were built for browsers. */
  programs(): Programs | null;
  /** A page that says what went wrong, sent; it needs nothing that could go wrong as well. */
  failure(reply: FastifyReply, status: number): FastifyReply;
}

/** The site's pages, in the colour of its owner. */
export async function createPages(
  ctx: Pick<Context, "store" | "blobs">,
  figureWorker: FigureWorker,
): Promise<Pages> {
  const texts = createTexts(ctx, figureWorker);
  const cache = createPageCache();
  let owner: Profile | null = null;
  let avatarSize: SiteOwner["avatarSize"] = null;
  const programs = readPrograms();
  /** Kept when somebody moves in: pages of the empty house stay open in browsers. */
  let accent: Accent = chooseAccent(null);
  const emptyHouse = makeSiteAssets(null, accent, programs);
  let set = emptyHouse;
  /** A page that was sent a moment ago still asks for these. */
  let previousSet = emptyHouse;
  const sheet = createOwnerStylesheet();
  let sheetVersion: string | null = null;
  let defaults: ReaderDefaults = { language: "en", theme: "system" };
  /** Kept, for a house that is full shows one of them to everybody. */
  const failures = new Map<string, string>();

  /** Remembers whose house it is, for the pages that are made when nothing can be read. @returns how it looks now */
  async function meet(found: Profile | null): Promise<SiteLooks> {
    if (found && found.avatarHash !== owner?.avatarHash)
      avatarSize = found.avatarHash && (await measureImage(ctx.blobs, found.avatarHash));
    if (found && !isDeepStrictEqual(found, owner)) failures.clear();
    const looks = await readSiteLooks(ctx);
    const { defaultLanguage: language, defaultTheme: theme, stylesheetVersion } = looks;
    defaults = { language, theme };
    if (found) wear(found.address, chooseAccent(found.address, looks.accentHue));
    owner = found ?? owner;
    if (stylesheetVersion === sheetVersion) return looks;
    if (sheet.set(stylesheetVersion === null ? "" : await readStylesheet(ctx))) failures.clear();
    sheetVersion = stylesheetVersion;
    return looks;
  }

  /** Makes stylesheet and icon anew where their colour is another one. */
  function wear(address: Address, colour: Accent): void {
    if (address === owner?.address && isDeepStrictEqual(colour, accent)) return;
    accent = colour;
    previousSet = set;
    set = makeSiteAssets(address, accent, programs);
    failures.clear();
  }

  async function toPost(post: PublicPost, extent: Extent, quotes: readonly QuotedPost[] = []) {
    const markdown = await texts.read(post);
    const parts = await texts.partsOf(post, markdown, extent);
    return toSitePost(post, markdown, { ...parts, quotes: new Map(quotes.map((one) => [one.href, one])) });
  }

  function viewFor(request: FastifyRequest): View {
    const ownStylesheet = appliesOwnerStylesheet(request.routeOptions.url ?? request.url)
      ? sheet.path()
      : null;
    const assets = { ...set.paths, ownStylesheet };
    return {
      owner: owner && toSiteOwner(owner, { avatarSize, accent }),
      assets,
      ...readReader(request, defaults),
    };
  }

  function pageOf(view: View, facts: object, render: (view: OwnedView) => Promise<string>) {
    const { messages, theme, assets } = view;
    const key = { facts, owner: view.owner, language: messages.language, theme, assets };
    return cache.get(key, () => (view.owner ? render({ ...view, owner: view.owner }) : renderEmpty(view)));
  }

  await meet(await findOwner(ctx));
  return {
    viewFor,
    withoutShownFiles: texts.withoutShownFiles,
    toPosts: (posts, extent) => Promise.all(posts.map((post) => toPost(post, extent))),

    async made(request, facts, render) {
      await meet(await findOwner(ctx));
      return await pageOf(viewFor(request), facts, render);
    },

    async ownedViewFor(request) {
      await meet(await findOwner(ctx));
      const view = viewFor(request);
      return view.owner && { ...view, owner: view.owner };
    },

    programs: () => programs,
    asset: (path) =>
      [
        speculationRules,
        ...set.files,
        ...previousSet.files,
        ...emptyHouse.files,
        ...sheet.files(),
        ...(programs?.files ?? []),
      ].find((file) => file.path === path) ?? null,

    async home(request, page) {
      const found = await readPublicPosts(ctx, {
        limit: limits.postsPerPage,
        offset: (page - 1) * limits.postsPerPage,
      });
      const { allowFollow: takesFollowers } = await meet(found?.owner ?? null);
      if (found === null) return await pageOf(viewFor(request), {}, renderEmpty);
      const pageCount = Math.max(1, Math.ceil(found.total / limits.postsPerPage));
      if (page > pageCount) return null;
      return await pageOf(viewFor(request), { ...found, page, takesFollowers }, async (view) => {
        const listed = await texts.withoutShownFiles(found.posts);
        const posts = await Promise.all(listed.map((post) => toPost(post, "excerpt")));
        return renderHome(view, { posts, page, pageCount, takesFollowers });
      });
    },

    async post(request, key, commentsAfter) {
      const found = await findPublicPost(ctx, key);
      if (found === null) return null;
      await meet(found.owner);
      const quotes = await texts.quotesOf(found.post, found.owner);
      const asked = { publicationId: found.post.id, first: limits.commentsPerPage, after: commentsAfter };
      const talk = await readConversation(ctx, asked);
      // The words of a comment never change, so its number stands for them.
      const said = { ...talk, comments: talk.comments.map(({ id }) => id), commentsAfter };
      return await pageOf(viewFor(request), { ...found, quotes, said }, async (view) => {
        const shown = toSiteConversation(talk, { postId: found.post.id, isLater: commentsAfter !== null });
        return renderPost(view, await toPost(found.post, "whole", quotes), shown);
      });
    },

    confirmation(reply, about) {
      setPageHeaders(reply, { hasForm: true, hidesAddress: true }).header("cache-control", "no-store");
      return sendHtml(reply, renderConfirmation(viewFor(reply.request), about));
    },

    passing(reply, status, rights, render) {
      setPageHeaders(reply.code(status), rights).header("cache-control", "no-store");
      return sendHtml(reply, render(viewFor(reply.request)));
    },

    notice: (reply, status, about) => sendNotice(reply, status, renderNotice(viewFor(reply.request), about)),

    failure(reply, status) {
      const view = viewFor(reply.request);
      const key = [status, view.messages.language, view.theme, view.assets.ownStylesheet].join(" ");
      const html = failures.get(key) ?? renderFailure(status, view);
      failures.set(key, html);
      return sendNotice(reply, status, html);
    },
  };
}

async function renderEmpty(view: View): Promise<string> {
  return renderWelcome(view);
}

function renderFailure(status: number, view: View): string {
  return renderNotice(view, noticeOf(status, view.messages));
}

/** What is said where a request failed. */
function noticeOf(status: number, { notices, notFound }: Messages): Notice {
  const { title, text, link } = notFound;
  if (status === 404) return { title, text, link: { href: "/", text: link } };
  if (status === 429) return { title: notices.tooManyTitle, text: notices.tooMany };
  if (status === 503) return { title: notices.fullTitle, text: notices.full };
  if (status >= 500) return { title: notices.brokenTitle, text: notices.broken };
  return { title: notices.unreadableTitle, text: notices.unreadable };
}

/** Sends a page that nobody keeps. */
function sendNotice(reply: FastifyReply, status: number, html: string): FastifyReply {
  setPageHeaders(reply, { hidesAddress: true }).header("cache-control", "no-store");
  return sendHtml(reply.code(status), html);
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(html);
}
