import {
  pathOfPost,
  renderArchive,
  renderPeople,
  renderSearch,
  renderTag,
  type SiteMatch,
  type SitePerson,
} from "@freehold/web";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from "fastify";
import type { Context } from "../../context.ts";
import { anybody } from "../../domain/access/callers.ts";
import { type ConnectionSide, readConnectionsPage } from "../../domain/connections/peers.ts";
import { findPublicPost, readPublicPosts, readTaggedPosts } from "../../domain/publications/public-posts.ts";
import { type FoundItem, search } from "../../domain/search/search.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { limits } from "../limits.ts";
import { limitRoute, type Refuser } from "../plugins/limit-requests.ts";
import type { Pages } from "./pages.ts";
import { isPageRefusal, notFound, readPageNumber } from "./params.ts";
import { type CachedPage, sendPage } from "./respond.ts";

type Needs = Pick<Context, "store" | "owner" | "blobs" | "clock" | "limiter">;
type Maker = (request: FastifyRequest) => Promise<CachedPage | null>;

/** The lists of the site: the archive, tags, people, and what a search finds. */
export function answerLists(scope: FastifyInstance, ctx: Needs, pages: Pages, refuser: Refuser): void {
  const get = (url: string, make: Maker, options: RouteShorthandOptions = {}) =>
    scope.route({ method: ["GET", "HEAD"], url, handler: answer(make), ...options });
  // Beside the one token of every request.
  const onRequest = limitRoute(ctx.limiter.requests, refuser, limiterLimits.searchTokens - 1);

  get("/archive", async (request) => {
    const page = readPageNumber(request.query);
    const offset = (page - 1) * limits.archiveLines;
    const found = await readPublicPosts(ctx, { limit: limits.archiveLines, offset });
    const pageCount = Math.max(1, Math.ceil((found?.total ?? 0) / limits.archiveLines));
    if (found === null || page > pageCount) return null;
    return await pages.made(request, { archive: page, ...found }, async (view) =>
      renderArchive(view, { posts: await pages.toPosts(found.posts, "none"), page, pageCount }),
    );
  });

  get("/tags/:tag", async (request) => {
    const { tag } = request.params as { tag: string };
    const found = await readTaggedPosts(ctx, { tag, first: limits.postsPerPage, after: readAfter(request) });
    if (found === null) return null;
    return await pages.made(request, { tag, ...found }, async (view) =>
      renderTag(view, { tag, posts: await pages.toPosts(found.posts, "excerpt"), next: found.next }),
    );
  });

  for (const side of ["followers", "following"] as const) get(`/${side}`, (request) => people(request, side));

  async function people(request: FastifyRequest, side: ConnectionSide): Promise<CachedPage | null> {
    const { items, hasNextPage, endCursor } = await readConnectionsPage(ctx, side, {
      first: limits.peoplePerPage,
      after: readAfter(request),
    });
    const shown = items.map(
      ({ address, url, title, description }): SitePerson => ({ address, url, title, description }),
    );
    const next = hasNextPage ? endCursor : null;
    return await pages.made(request, { side, shown, next }, async (view) =>
      renderPeople(view, { side, people: shown, next }),
    );
  }

  const find: Maker = async (request) => {
    const { q } = request.query as { q?: unknown };
    const query = typeof q === "string" ? q.trim().slice(0, limits.searchCharacters) : "";
    const asked = { query, first: limits.postsPerPage, after: readAfter(request), caller: anybody };
    const found = query === "" ? null : await search(ctx, asked);
    const matches: SiteMatch[] = found ? await findMatches(ctx, found.items) : [];
    const next = found?.hasNextPage ? found.endCursor : null;
    return await pages.made(request, { query, matches, next }, async (view) =>
      renderSearch(view, { query, matches, next }),
    );
  };
  get("/search", find, { onRequest });
}

function answer(make: Maker): RouteHandlerMethod {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await make(request).catch((error: unknown) => {
      // An invalid cursor, or a node without an owner.
      if (isPageRefusal(error)) throw notFound();
      throw error;
    });
    if (page === null) throw notFound();
    return await sendPage(request, reply, page, { hasForm: true });
  };
}

function readAfter({ query }: FastifyRequest): string | null {
  const { after } = query as { after?: unknown };
  return typeof after === "string" ? after : null;
}

/** What a search found, as a page shows it. What was taken away meanwhile is left out. */
async function findMatches(
  ctx: Pick<Context, "store" | "owner">,
  items: readonly FoundItem[],
): Promise<SiteMatch[]> {
  const matches = await Promise.all(items.map((item) => toMatch(ctx, item)));
  return matches.filter((match) => match !== null);
}

async function toMatch(
  ctx: Pick<Context, "store" | "owner">,
  { kind, publicationId, title, snippet }: FoundItem,
): Promise<SiteMatch | null> {
  const found = await findPublicPost(ctx, { id: publicationId });
  if (found === null) return null;
  const { post } = found;
  const at = post.timestamp === null ? post.createdAt : post.timestamp * 1000;
  return { path: pathOfPost(post), title, at, isComment: kind === "comment", snippet };
}
