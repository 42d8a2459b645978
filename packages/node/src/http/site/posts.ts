import {
  keyOf,
  linkToPost,
  type OwnedView,
  type PostLink,
  pathOfPost,
  renderAbout,
  renderFollow,
  renderHome,
  renderPost,
  renderWelcome,
  themeDiagram,
} from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { publicProgram } from "../../config/program.ts";
import { findCommentAt, readConversation } from "../../domain/comments/read.ts";
import { openLocalContent } from "../../domain/publications/files/open-content.ts";
import { findMoved } from "../../domain/publications/old-addresses.ts";
import { findPublicPost, readNeighbours, readPublicPosts } from "../../domain/publications/public-posts.ts";
import { findNewest } from "../../domain/publications/texts/versions.ts";
import type { PublicPost } from "../../store/publications/public-posts.ts";
import { contentDisposition, nameOfContent } from "../bytes/content-disposition.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import { limits } from "../limits.ts";
import { simple } from "../prices.ts";
import { addReadRoute, prepared } from "../read-route.ts";
import { findOldFeed } from "./generator-addresses.ts";
import { findLastPage, wasComment } from "./lists/shrunk-lists.ts";
import type { SiteContext } from "./pages.ts";
import { notFound, parseKey, readKey, readPageNumber, rethrowAsNotFound } from "./params.ts";
import {
  addPage,
  type CachedPage,
  createSendAsset,
  isMoved,
  type Moved,
  redirectToNew,
  sendDrawing,
  sendPage,
  sharedCaching,
} from "./respond.ts";
import { createPostTexts } from "./texts/post-texts.ts";
import { toSiteConversation } from "./texts/texts.ts";

type FoundPost = NonNullable<Awaited<ReturnType<typeof findPublicPost>>>;

const rights = { hasForm: true, runs: true };

/** The header and the element by which a post names its endpoint for mentions. */
const mentionLink = '</webmention>; rel="webmention"';

/** The first page, the page of each post with its bytes and diagrams, and the assets. */
export function answerSite(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  const sendAsset = createSendAsset();
  const texts = createPostTexts(ctx);

  async function post(
    request: FastifyRequest,
    key: Parameters<typeof findPublicPost>[1],
  ): Promise<CachedPage | Moved | null> {
    const found = await findPublicPost(ctx, key);
    return found && (await show(request, found));
  }

  async function show(request: FastifyRequest, found: FoundPost): Promise<CachedPage | Moved> {
    await pages.load(found.owner);
    const surroundings = await pages.surroundingsOf(found.post, found.owner);
    const { comments } = request.query as { comments?: unknown };
    const after = comments === undefined ? null : await readCursor(found.post, comments);
    // The comment after which the page began was deleted.
    if (after === "gone") return { movedTo: pathOfPost(found.post) };
    const location = { publicationId: found.post.id, first: limits.commentsPerPage, after };
    const conversation = await readConversation(ctx, location).catch(rethrowAsNotFound);
    // The text of a comment never changes, so its id is enough; that of a mention may.
    const shownIds = conversation.comments.map((one) => (one.mention ? one : one.id));
    const state = { ...conversation, comments: shownIds, isLater: after !== null };
    const beside = await readNeighbours(ctx, found.post);
    const page = await pages.cached(request, { ...found, ...surroundings, state, beside }, async (view) => {
      const shown = toSiteConversation(conversation, { postId: found.post.id, isLater: after !== null });
      const neighbours = { older: await toLink(beside.older, view), newer: await toLink(beside.newer, view) };
      const { post, text } = await texts.show(view, found.post, surroundings);
      return renderPost(view, post, text, { conversation: shown, neighbours });
    });
    // A later page of comments belongs to the same read.
    request.shownPost = after === null ? (found.post.siteId ?? found.post.id) : null;
    return { ...page, link: conversation.takesMentions ? mentionLink : null };
  }

  /**
   * The cursor of a comment on this post. The number of comments bounds the cursors.
   *
   * @returns `gone` for one that a comment on any post may have had
   * @throws EwpError NOT_FOUND for anything else
   */
  async function readCursor(post: PublicPost, cursor: unknown): Promise<string> {
    if (typeof cursor !== "string") throw notFound();
    const found = await findCommentAt(ctx, cursor).catch(rethrowAsNotFound);
    if (found.comment?.publicationId === post.id) return cursor;
    if (await wasComment(ctx, found.id)) return "gone";
    throw notFound();
  }

  async function toLink(post: PublicPost | null, view: OwnedView): Promise<PostLink | null> {
    return post && linkToPost(await pages.toPost(post, "none"), view);
  }

  /** The text of a post, at the address of its page with `.md` behind it. No slug has a dot. */
  async function markdown(
    request: FastifyRequest,
    reply: FastifyReply,
    key: Parameters<typeof findPublicPost>[1],
  ): Promise<FastifyReply> {
    const found = await findPublicPost(ctx, key);
    if (found === null) throw notFound();
    if ("slug" in key && found.post.isReplaced) {
      return reply.redirect(`${pathOfPost(await findNewest(ctx, found.post))}.md`, 302);
    }
    return await sendMarkdown(ctx, request, reply, { post: found.post, path: pathOfPost(found.post) });
  }

  const isOfOtherSite = async (url: string) =>
    (await findMoved(ctx, url)) !== null || (await findOldFeed(ctx, url)) !== null;

  addPage(
    scope,
    "/",
    async (request) => {
      // `/?p=1` of another site is not its front page.
      if (request.url.includes("?") && (await isOfOtherSite(request.url))) return null;
      const page = readPageNumber(request.query);
      const offset = (page - 1) * limits.postsPerPage;
      const found = await readPublicPosts(ctx, { limit: limits.postsPerPage, offset });
      const { fullTextsOnHome: hasFullTexts, siteTheme } = await pages.load(found?.owner ?? null);
      const isGrid = siteTheme === "photographs";
      if (found === null)
        return await pages.cached(request, {}, async (view) => renderWelcome(view, publicProgram));
      const pageCount = Math.max(1, Math.ceil(found.total / limits.postsPerPage));
      if (page > pageCount)
        return await findLastPage(ctx, { path: "/", page, pageCount, each: limits.postsPerPage });
      return await pages.cached(request, { ...found, page, hasFullTexts, isGrid }, async (view) => {
        const shown = await pages.withoutShownFiles(found.posts);
        // The newest post has a picture of its text; the others are lines.
        const [large, rows] =
          isGrid || hasFullTexts || page > 1 ? [shown, []] : [shown.slice(0, 1), shown.slice(1)];
        // A tile shows the first picture of a text, wherever it is.
        const extent = isGrid ? "feed" : page > 1 && !hasFullTexts ? "row" : "excerpt";
        const posts = [...(await pages.toPosts(large, extent)), ...(await pages.toPosts(rows, "row"))];
        return renderHome(view, { posts, page, pageCount, hasFullTexts, isGrid });
      });
    },
    rights,
  );
  const about = (render: (view: OwnedView) => string) => async (request: FastifyRequest) => {
    const view = await pages.ownedViewFor(request);
    return (
      view &&
      (await pages.cached(request, { about: request.routeOptions.url }, async (owned) => render(owned)))
    );
  };
  addPage(scope, "/about", about(renderAbout), rights);
  addPage(scope, "/follow", about(renderFollow), rights);
  const bySlug: RouteHandlerMethod = async (request, reply) => {
    const { slug } = request.params as { slug: string };
    if (slug.endsWith(".md")) return await markdown(request, reply, { slug: slug.slice(0, -3) });
    const page = await request.readOneState(async () => {
      const found = await findPublicPost(ctx, { slug });
      // A slug leads to the newest version, which may have another one.
      if (found?.post.isReplaced) return pathOfPost(await findNewest(ctx, found.post));
      return found && (await show(request, found));
    });
    if (page === null) throw notFound();
    if (typeof page === "string") return reply.redirect(page, 302);
    return isMoved(page) ? redirectToNew(reply, page.movedTo) : sendPage(request, reply, page, rights);
  };
  addReadRoute(scope, "/slug/:slug", bySlug, prepared);
  const byKey: RouteHandlerMethod = async (request, reply) => {
    const { key } = request.params as { key: string };
    if (key.endsWith(".md")) return await markdown(request, reply, readKey(key.slice(0, -3)));
    const known = parseKey(key);
    if (known && "contentHash" in known) {
      // The publication that has a hash now may get another text, and with it another hash.
      const found = await findPublicPost(ctx, known);
      if (found === null) throw notFound();
      return reply.header("cache-control", sharedCaching).redirect(pathOfPost(found.post), 301);
    }
    const page = known && (await post(request, known));
    if (page && isMoved(page)) return redirectToNew(reply, page.movedTo);
    if (page) return sendPage(request, reply, page, rights);
    // Publishing tools of the reference node put a slug here (decisions 9).
    if ((await findPublicPost(ctx, { slug: key })) === null) throw notFound();
    return reply.redirect(`/slug/${encodeURIComponent(key)}`, 302);
  };
  addReadRoute(scope, "/publications/:key", byKey, prepared);
  addReadRoute(scope, "/publications/:key/file", getFile(ctx), prepared);
  addReadRoute(scope, "/publications/:key/diagrams/:name", getDiagram(ctx, texts), prepared);
  const assetByName: RouteHandlerMethod = async (request, reply) => {
    const { name } = request.params as { name: string };
    const path = `/assets/${name}`;
    // A page of another process may name it first.
    const asset = pages.asset(path) ?? (await pages.load().then(() => pages.asset(path)));
    if (asset === null) throw notFound();
    return await sendAsset(request, reply, asset);
  };
  addReadRoute(scope, "/assets/:name", assetByName, {
    config: { isPrepared: true, price: simple },
  });
}

/** GET /publications/:key/diagrams/:name: a diagram of a post, from 1, as a picture in which no script runs. */
function getDiagram(
  { figureWorker, ...ctx }: SiteContext,
  texts: ReturnType<typeof createPostTexts>,
): RouteHandlerMethod {
  return async (request, reply) => {
    const { key, name } = request.params as { key: string; name: string };
    const number = Number(/^([1-9]\d{0,3})\.svg$/.exec(name)?.[1] ?? 0);
    const found = number === 0 ? null : await findPublicPost(ctx, readKey(key));
    const diagram = found && (await texts.diagramsOf(found.post))?.[number - 1];
    if (!diagram) throw notFound();
    const theme = (request.query as { theme?: unknown }).theme === "dark" ? "dark" : "light";
    const props = {
      etag: `"${found.post.contentHash.slice(2, 34)}-${number}-${theme}"`,
      mediaType: "image/svg+xml; charset=utf-8",
      cacheControl: sharedCaching,
    };
    return await sendDrawing(request, reply, props, async () => {
      const drawn = (await figureWorker.draw([diagram])).get(keyOf(diagram));
      return drawn?.kind === "picture" ? themeDiagram(drawn, theme) : null;
    });
  };
}

/** GET /publications/:key/file: the bytes of a local post; those of a signed one are in the protocol. */
function getFile(ctx: Pick<SiteContext, "store" | "blobs" | "owner">): RouteHandlerMethod {
  return async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = await findPublicPost(ctx, readKey(key));
    if (found === null) throw notFound();
    const { contentHash, timestamp, kind, mediaType, filename } = found.post;
    if (timestamp !== null) return reply.redirect(`/ewp/contents/${contentHash}?timestamp=${timestamp}`, 302);
    const content = await openLocalContent(ctx, found.post);
    if (content === null) throw notFound();
    protectBytes(reply)
      .header("cache-control", sharedCaching)
      .header(
        "content-disposition",
        contentDisposition(filename ?? (await nameOfContent(contentHash, mediaType))),
      );
    return sendBytes(request, reply, {
      etag: `"${contentHash}"`,
      lastModified: null,
      mediaType: kind === "POST" ? "text/markdown; charset=utf-8" : mediaType,
      ...content,
    });
  };
}

/**
 * Sends the Markdown of a post: the bytes that are hashed and signed.
 *
 * @param path of the post's page
 * @throws EwpError NOT_FOUND for a file, and where the bytes are missing
 */
async function sendMarkdown(
  { blobs }: Pick<SiteContext, "blobs">,
  request: FastifyRequest,
  reply: FastifyReply,
  { post, path }: { post: PublicPost; path: string },
): Promise<FastifyReply> {
  const content = post.kind === "POST" ? await openLocalContent({ blobs }, post) : null;
  if (content === null) throw notFound();
  protectBytes(reply)
    .header("access-control-allow-origin", "*")
    .header("cache-control", sharedCaching)
    .header("link", `<${encodeURI(path)}>; rel="canonical"`)
    .header("x-content-hash", post.contentHash);
  return await sendBytes(request, reply, {
    etag: `"${post.contentHash}"`,
    lastModified: null,
    mediaType: "text/markdown; charset=utf-8",
    ...content,
  });
}
