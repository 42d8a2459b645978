import {
  pathOfPost,
  pathOfTag,
  renderArchive,
  renderPeople,
  renderSearch,
  renderTag,
  renderTags,
  type SiteMatch,
} from "@freehold/web";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { anybody } from "../../../domain/access/callers.ts";
import { readConnectionsPage } from "../../../domain/connections/peers.ts";
import {
  findPublicPost,
  readPublicPosts,
  readSiteTags,
  readTaggedPosts,
  readYears,
} from "../../../domain/publications/public-posts.ts";
import { suggestQuery } from "../../../domain/search/did-you-mean.ts";
import { parseQuery } from "../../../domain/search/parse-query.ts";
import { type FoundItem, readFoundTitle, search } from "../../../domain/search/search.ts";
import { parseTag } from "../../../domain/search/terms.ts";
import { limits } from "../../limits.ts";
import { page } from "../../prices.ts";
import { priced } from "../../read-route.ts";
import type { SiteContext } from "../pages.ts";
import { readPageNumber } from "../params.ts";
import { addPage } from "../respond.ts";
import { datesOf } from "../texts/texts.ts";
import { findLastPage } from "./shrunk-lists.ts";

const archiveLines = 200; // posts on a page of the archive
const tagsPerPage = 500; // tags on their page
const tagsTokens = 5; // the price of the list of tags, in requests
const peoplePerPage = 50; // nodes on a page of followers
const searchTokens = 10; // the price of a search, in requests
const searchCharacters = 200; // a search on the site

/** The lists of the site: the archive, tags, people, and search results. */
export function answerLists(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  const add = (url: string, make: Parameters<typeof addPage>[2], options = {}) =>
    addPage(scope, url, make, { hasForm: true, runs: true, ...options });

  add("/archive", async (request) => {
    const page = readPageNumber(request.query);
    const offset = (page - 1) * archiveLines;
    const found = await readPublicPosts(ctx, { limit: archiveLines, offset });
    const pageCount = Math.max(1, Math.ceil((found?.total ?? 0) / archiveLines));
    if (found === null) return null;
    if (page > pageCount)
      return await findLastPage(ctx, { path: "/archive", page, pageCount, each: archiveLines });
    const years = (await readYears(ctx)).map(({ second, newer }) => ({
      at: second * 1000,
      page: Math.floor(newer / archiveLines) + 1,
    }));
    return await pages.made(request, { archive: page, ...found, years }, async (view) => {
      const shown = await pages.withoutShownFiles(found.posts);
      return renderArchive(view, { posts: await pages.toPosts(shown, "none"), page, pageCount, years });
    });
  });

  add(
    "/tags",
    async (request) => {
      const after = readAfter(request) === null ? "" : parseTag(readAfter(request) ?? "");
      const found = after === null ? null : await readSiteTags(ctx, { after, limit: tagsPerPage });
      if (found === null) return null;
      if (found.tags.length === 0 && after !== "") return { movedTo: "/tags" };
      return await pages.made(
        request,
        { tags: found.tags, next: found.next, owner: found.owner },
        async (view) => renderTags(view, found),
      );
    },
    { options: priced({ ...page, tokens: tagsTokens }) },
  );

  add("/tags/:tag", async (request) => {
    // However it is written, it is one page.
    const { tag: written } = request.params as { tag: string };
    const tag = parseTag(written) ?? written;
    const after = readAfter(request);
    const found = await readTaggedPosts(ctx, { tag, first: limits.postsPerPage, after });
    if (found === null) return null;
    if (found.posts.length === 0 && after !== null) return { movedTo: pathOfTag(tag) };
    return await pages.made(request, { tag, ...found }, async (view) =>
      renderTag(view, { tag, posts: await pages.toPosts(found.posts, "excerpt"), next: found.next }),
    );
  });

  for (const side of ["followers", "following"] as const) {
    add(`/${side}`, async (request) => {
      const asked = { first: peoplePerPage, after: readAfter(request) };
      const { items, hasNextPage, endCursor } = await readConnectionsPage(ctx, side, asked);
      if (items.length === 0 && asked.after !== null) return { movedTo: `/${side}` };
      const people = items.map(({ address, url, title, description }) => ({
        address,
        url,
        title,
        description,
      }));
      const page = { side, people, next: hasNextPage ? endCursor : null };
      return await pages.made(request, page, async (view) => renderPeople(view, page));
    });
  }

  add(
    "/search",
    async (request) => {
      const { q } = request.query as { q?: unknown };
      const query = typeof q === "string" ? q.trim().slice(0, searchCharacters) : "";
      const asked = { query, first: limits.postsPerPage, after: readAfter(request), caller: anybody };
      const found = query === "" ? null : await search(ctx, asked);
      const matches = await Promise.all((found?.items ?? []).map((item) => toMatch(ctx, item)));
      const isMissing = found !== null && found.items.length === 0;
      const { wanted, problems } = parseQuery(query);
      const page = {
        query,
        matches: matches.filter((match) => match !== null),
        next: found?.hasNextPage ? found.endCursor : null,
        isLong: wanted.length > 1,
        problems,
        suggestion: isMissing ? await suggestQuery(ctx, { query, caller: anybody }) : null,
      };
      return await pages.made(request, page, async (view) => renderSearch(view, page));
    },
    { options: priced({ ...page, tokens: searchTokens }) },
  );
}

function readAfter({ query }: FastifyRequest): string | null {
  const { after } = query as { after?: unknown };
  return typeof after === "string" ? after : null;
}

/** A search result as a page shows it; null for one that was deleted meanwhile. */
async function toMatch(
  ctx: Pick<SiteContext, "store" | "owner">,
  item: FoundItem,
): Promise<SiteMatch | null> {
  const found = await findPublicPost(ctx, { id: item.publicationId });
  if (found === null) return null;
  const { post } = found;
  const isComment = item.kind === "comment";
  return {
    path: pathOfPost(post),
    title: isComment || item.title === "" ? await readFoundTitle(ctx, item) : item.title,
    at: datesOf(post).publishedAt,
    commentBy: isComment ? item.title : null,
    snippet: item.snippet,
  };
}
