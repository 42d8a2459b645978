import {
  type Confirmation,
  renderConfirmation,
  renderHome,
  renderNotFound,
  renderNotice,
  renderPost,
  renderWelcome,
} from "@freehold/web";
import type { FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { readMarkdown } from "../../domain/contents/read-markdown.ts";
import { findPublicPost, readPublicPosts } from "../../domain/publications/read-public-posts.ts";
import type { Profile } from "../../store/profiles.ts";
import type { PublicPost } from "../../store/public-posts.ts";
import { limits } from "../limits.ts";
import { createPageCache } from "./page-cache.ts";
import { guardPage, type MadePage } from "./send-page.ts";
import { type AssetSet, makeSiteAssets } from "./site-assets.ts";
import { toSiteOwner, toSitePost } from "./to-site.ts";

/** The pages of the site; null where nothing is. */
export interface Pages {
  home(page: number): Promise<MadePage | null>;
  post(key: Parameters<typeof findPublicPost>[1]): Promise<MadePage | null>;
  /** A page with one button, sent. */
  confirmation(reply: FastifyReply, about: Omit<Confirmation, "owner" | "assets">): FastifyReply;
  /** A page that says one thing, sent. */
  notice(reply: FastifyReply, status: number, about: { title: string; words: string }): FastifyReply;
  /** What pages refer to. */
  assets(): AssetSet;
  /** A page that says what went wrong, sent; it needs nothing that could go wrong as well. */
  failure(reply: FastifyReply, status: number): FastifyReply;
}

const postsPerPage = 20;

const notices: Record<number, { title: string; words: string }> = {
  429: {
    title: "One moment",
    words: "You asked for more pages than this small house can bring at once. Wait a little, and try again.",
  },
  500: {
    title: "Something broke",
    words: "It is not your doing, and it is written down for the owner. Try again in a while.",
  },
};
const unreadable = {
  title: "This can't be read",
  words: "The request was not one that this house understands.",
};

/** The site's pages, in the colour of its owner. */
export async function createPages(ctx: Pick<Context, "store" | "blobs">): Promise<Pages> {
  const cache = createPageCache();
  let owner: Profile | null = null;
  let set = makeSiteAssets(null);

  /** Remembers whose house it is, for the pages that are made when nothing can be read. */
  function meet(found: Profile | null): void {
    if (found && found.address !== owner?.address) set = makeSiteAssets(found.address);
    owner = found ?? owner;
  }

  async function toPost(post: PublicPost) {
    return toSitePost(post, await readMarkdown(ctx, post, limits.renderedMarkdownBytes));
  }

  /** What is around the words of every page. */
  const surroundings = () => ({ owner: owner && toSiteOwner(owner), assets: set.paths });

  meet((await readPublicPosts(ctx, { limit: 1, offset: 0 }))?.owner ?? null);
  return {
    assets: () => set,

    async home(page) {
      const found = await readPublicPosts(ctx, { limit: postsPerPage, offset: (page - 1) * postsPerPage });
      if (found === null) return await cache.get("welcome", async () => renderWelcome({ assets: set.paths }));
      meet(found.owner);
      const pageCount = Math.max(1, Math.ceil(found.total / postsPerPage));
      if (page > pageCount) return null;
      return await cache.get({ ...found, page }, async () => {
        const posts = await Promise.all(found.posts.map(toPost));
        return renderHome({ owner: toSiteOwner(found.owner), posts, page, pageCount, assets: set.paths });
      });
    },

    async post(key) {
      const found = await findPublicPost(ctx, key);
      if (found === null) return null;
      meet(found.owner);
      return await cache.get(found, async () =>
        renderPost({ owner: toSiteOwner(found.owner), post: await toPost(found.post), assets: set.paths }),
      );
    },

    confirmation(reply, about) {
      guardPage(reply, { hasForm: true }).header("cache-control", "no-store");
      return reply.type("text/html; charset=utf-8").send(renderConfirmation({ ...surroundings(), ...about }));
    },

    notice: (reply, status, about) =>
      sendNotice(reply, status, renderNotice({ ...surroundings(), ...about })),

    failure(reply, status) {
      const html =
        status === 404
          ? renderNotFound(surroundings())
          : renderNotice({ ...surroundings(), ...(notices[status] ?? unreadable) });
      return sendNotice(reply, status, html);
    },
  };
}

/** Sends a page that nobody keeps. */
function sendNotice(reply: FastifyReply, status: number, html: string): FastifyReply {
  guardPage(reply).header("cache-control", "no-store");
  return reply.code(status).type("text/html; charset=utf-8").send(html);
}
