import { EwpError } from "@freehold/protocol";
import {
  type FigureWorker,
  keyOf,
  readReferences,
  renderHome,
  renderPost,
  renderWelcome,
  themeDiagram,
} from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readConversation } from "../../domain/comments/read.ts";
import { openLocalContent, readMarkdown } from "../../domain/contents/open.ts";
import { findPublicPost, readPublicPosts } from "../../domain/publications/public-posts.ts";
import { isUnchanged } from "../bytes/conditions.ts";
import { contentDisposition, nameOfContent } from "../bytes/content-disposition.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import { limits } from "../limits.ts";
import { addReadRoute } from "../read-route.ts";
import type { Pages } from "./pages.ts";
import { isPageRefusal, notFound, parseKey, readKey, readPageNumber } from "./params.ts";
import { type CachedPage, createSendAsset, sendPage } from "./respond.ts";
import { toSiteConversation } from "./texts.ts";

type PublicPostKey = Parameters<typeof findPublicPost>[1];

/** The first page, the page of each post with its bytes and diagrams, and the assets. */
export function answerSite(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "blobs" | "owner">,
  pages: Pages,
  figureWorker: FigureWorker,
): void {
  const sendAsset = createSendAsset();
  const get = (url: string, handler: RouteHandlerMethod) => addReadRoute(scope, url, handler);

  async function home(request: FastifyRequest): Promise<CachedPage | null> {
    const page = readPageNumber(request.query);
    const offset = (page - 1) * limits.postsPerPage;
    const found = await readPublicPosts(ctx, { limit: limits.postsPerPage, offset });
    const { allowFollow: takesFollowers } = await pages.load(found?.owner ?? null);
    if (found === null) return await pages.cached(request, {}, async (view) => renderWelcome(view));
    const pageCount = Math.max(1, Math.ceil(found.total / limits.postsPerPage));
    if (page > pageCount) return null;
    return await pages.cached(request, { ...found, page, takesFollowers }, async (view) => {
      const posts = await pages.toPosts(await pages.withoutShownFiles(found.posts), "excerpt");
      return renderHome(view, { posts, page, pageCount, takesFollowers });
    });
  }

  async function post(request: FastifyRequest, key: PublicPostKey): Promise<CachedPage | null> {
    const found = await findPublicPost(ctx, key);
    if (found === null) return null;
    await pages.load(found.owner);
    const quotes = await pages.quotesOf(found.post, found.owner);
    const { comments } = request.query as { comments?: unknown };
    const after = typeof comments === "string" ? comments : null;
    const conversation = await readComments(found.post.id, after);
    // The text of a comment never changes, so its id stands for it.
    const said = { ...conversation, comments: conversation.comments.map(({ id }) => id), after };
    return await pages.cached(request, { ...found, quotes, said }, async (view) => {
      const shown = toSiteConversation(conversation, { postId: found.post.id, isLater: after !== null });
      return renderPost(view, await pages.toPost(found.post, "whole", quotes), shown);
    });
  }

  /** @throws EwpError NOT_FOUND for a cursor that is none */
  function readComments(publicationId: number, after: string | null): ReturnType<typeof readConversation> {
    const page = { publicationId, first: limits.commentsPerPage, after };
    return readConversation(ctx, page).catch((error: unknown) => {
      throw isPageRefusal(error) ? notFound() : error;
    });
  }

  get("/", async (request, reply) => answer(request, reply, await home(request)));
  get("/slug/:slug", async (request, reply) => {
    const { slug } = request.params as { slug: string };
    return answer(request, reply, await post(request, { slug }));
  });
  get("/publications/:key", async (request, reply) => {
    const { key } = request.params as { key: string };
    const known = parseKey(key);
    const page = known && (await post(request, known));
    if (page) return answer(request, reply, page);
    // Publishing tools of the reference node put a slug here (decisions 9).
    if ((await findPublicPost(ctx, { slug: key })) === null) throw notFound();
    return reply.redirect(`/slug/${encodeURIComponent(key)}`, 302);
  });
  get("/publications/:key/file", getFile(ctx));
  get("/publications/:key/diagrams/:name", getDiagram(ctx, figureWorker));
  get("/assets/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = pages.asset(`/assets/${name}`);
    if (asset === null) throw notFound();
    return await sendAsset(request, reply, asset);
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage | null,
): Promise<FastifyReply> {
  if (page === null) throw notFound();
  return await sendPage(request, reply, page, { hasForm: true, runs: true });
}

/** GET /publications/:key/diagrams/:name: a diagram of a post, from 1, as a picture in which nothing runs. */
function getDiagram(
  ctx: Pick<Context, "store" | "blobs" | "owner">,
  figureWorker: FigureWorker,
): RouteHandlerMethod {
  return async (request, reply) => {
    const { key, name } = request.params as { key: string; name: string };
    const number = Number(/^([1-9]\d{0,3})\.svg$/.exec(name)?.[1] ?? 0);
    const found = number === 0 ? null : await findPublicPost(ctx, readKey(key));
    const markdown = found && (await readMarkdown(ctx, found.post, limits.renderedMarkdownBytes));
    if (!found || markdown === null) throw notFound();
    const { theme: asked } = request.query as { theme?: unknown };
    const theme = asked === "dark" ? "dark" : "light";
    const etag = `"${found.post.contentHash.slice(2, 34)}-${number}-${theme}"`;
    reply
      .header("cache-control", "no-cache")
      .header("etag", etag)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff");
    if (isUnchanged(request.headers, { etag, lastModified: null })) return reply.code(304).send();
    const figure = readReferences(markdown).figures.filter(({ kind }) => kind === "diagram")[number - 1];
    const drawn = figure && (await figureWorker.draw([figure])).get(keyOf(figure));
    if (drawn?.kind !== "picture") throw notFound();
    return reply.type("image/svg+xml; charset=utf-8").send(themeDiagram(drawn, theme));
  };
}

/** GET /publications/:key/file: the bytes of a post that is only here; those of a signed one are in the protocol. */
function getFile(ctx: Pick<Context, "store" | "blobs" | "owner">): RouteHandlerMethod {
  return async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = await findPublicPost(ctx, readKey(key));
    if (found === null) throw new EwpError("NOT_FOUND");
    const { contentHash, timestamp, kind, mediaType, filename } = found.post;
    if (timestamp !== null) return reply.redirect(`/ewp/contents/${contentHash}?timestamp=${timestamp}`, 302);
    const content = await openLocalContent(ctx, found.post);
    if (content === null) throw new EwpError("NOT_FOUND");
    protectBytes(reply)
      .header("cache-control", "no-cache")
      .header("content-disposition", contentDisposition(filename ?? nameOfContent(contentHash, mediaType)));
    return sendBytes(request, reply, {
      etag: `"${contentHash}"`,
      lastModified: null,
      mediaType: kind === "POST" ? "text/markdown; charset=utf-8" : mediaType,
      ...content,
    });
  };
}
