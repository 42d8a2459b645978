import { type Hash, withoutVersionLink } from "@freehold/protocol";
import { MiB } from "@freehold/protocol/internal";
import {
  createFigureWorker,
  entryExcerpt,
  type FigureWorker,
  hashOfContents,
  noParts,
  pathOfPost,
  playerOf,
  type QuotedPost,
  type References,
  readMarkdownOpening,
  readReferences,
  type SiteComment,
  type SiteConversation,
  type SiteOwner,
  type SitePost,
  type SiteVersion,
  type TextParts,
} from "@freehold/web";
import { LRUCache } from "lru-cache";
import { pathOfCopy, type SiteCopy } from "../../../blobs/site-copies.ts";
import type { Context } from "../../../context.ts";
import { commentLimits } from "../../../domain/comments/limits.ts";
import type { Conversation } from "../../../domain/comments/read.ts";
import type { CommentView } from "../../../domain/comments/view.ts";
import { readMarkdown } from "../../../domain/contents/read-markdown.ts";
import type { OwnProfile } from "../../../domain/profile/owner.ts";
import { pathOfBytes } from "../../../domain/publications/files/picture-paths.ts";
import { findQuoted } from "../../../domain/publications/files/references.ts";
import { readSiteVersions } from "../../../domain/publications/texts/versions.ts";
import { locateTags } from "../../../domain/search/terms.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { limits } from "../../limits.ts";
import { createNamedFiles } from "./named-files.ts";

const codeCharacters = 20_000; // a block of code that is coloured
const formulaCharacters = 2_000; // a formula
const diagramCharacters = 4_000; // the source of a diagram
const figureMs = 5_000; // making one figure
const figureStartMs = 30_000; // starting the thread that makes figures, with the first
const textFiguresMs = 10_000; // making all figures of one text
const textsWaiting = 50; // texts whose figures wait to be made
const cachedFigures = 1_000; // figures in memory
const figureMemory = 384 * MiB; // memory of the thread that makes figures
const picturesPerText = 100; // pictures of a text by which files are left out of a list
const referringTexts = 2_000; // texts whose references are in memory

type Needs = Pick<Context, "store" | "blobs" | "owner">;

/** The parts around a post on its page: the posts that it quotes, and its versions. */
interface Surroundings {
  readonly quotes: readonly QuotedPost[];
  readonly versions: readonly SiteVersion[];
}

/** How much of a text a page shows; a feed has all of it, with its files alone. */
type Extent = "whole" | "excerpt" | "row" | "feed" | "none";

export type Texts = ReturnType<typeof createTexts>;

/** Reads the texts of posts, and the data to which they refer. */
export function createTexts(ctx: Needs, figureWorker: FigureWorker) {
  // By the hash of the bytes and the addresses that are this site's, so they never change.
  const referring = new LRUCache<string, Pick<References, "quotes" | "contents">>({ max: referringTexts });
  const files = createNamedFiles(ctx);
  const earlierUrlsOf = async () => (await ctx.owner.get())?.earlierUrls ?? [];

  /** Without the link to the version before: the page has the history of versions. */
  async function read(post: PublicPost): Promise<string | null> {
    const markdown = await readMarkdown(ctx, post, limits.renderedMarkdownBytes);
    return markdown !== null && post.replaces !== null ? withoutVersionLink(markdown) : markdown;
  }

  async function referencesOf(post: PublicPost): Promise<Pick<References, "quotes" | "contents">> {
    if (post.kind !== "POST") return { quotes: [], contents: [] };
    const earlierUrls = await earlierUrlsOf();
    const key = `${post.contentHash} ${earlierUrls.join(" ")}`;
    const known = referring.get(key);
    if (known) return known;
    const { quotes, contents } = readReferences((await read(post)) ?? "", { earlierUrls });
    const found = {
      quotes: quotes.slice(0, limits.quotesPerText),
      contents: contents.slice(0, picturesPerText),
    };
    referring.set(key, found);
    return found;
  }

  const partsOfText = async (markdown: string, extent: Extent, named = files): Promise<TextParts> => {
    const needs = readReferences(markdown, {
      excerpt: extent === "excerpt" ? entryExcerpt : undefined,
      earlierUrls: await earlierUrlsOf(),
    });
    return {
      ...noParts,
      figures: await figureWorker.draw(needs.figures),
      findTags: locateTags,
      ...(await named.findNamed(needs)),
    };
  };

  async function partsOf(post: PublicPost, markdown: string | null, extent: Extent): Promise<TextParts> {
    if (extent === "none" || (extent === "row" && markdown !== null)) return noParts;
    if (markdown === null) {
      const path = pathOfBytes(post);
      const isImage = post.kind === "FILE" && post.mediaType.startsWith("image/");
      const picture = isImage ? await files.measure(post.contentHash, path) : null;
      return { ...noParts, pictures: new Map(picture ? [[path, picture]] : []) };
    }
    if (extent === "feed") {
      const needs = readReferences(markdown, { earlierUrls: await earlierUrlsOf() });
      return { ...noParts, ...(await files.findNamed(needs)) };
    }
    return await partsOfText(markdown, extent);
  }

  async function coverOf({ coverHash, coverId, coverTimestamp: timestamp }: PublicPost) {
    if (coverHash === null || coverId === null) return null;
    const path = pathOfBytes({ id: coverId, contentHash: coverHash, timestamp });
    const picture = await files.measure(coverHash, path);
    return picture && { ...picture, path };
  }

  /** A post with its text, and the data to which the shown part of the text refers. */
  async function toPost(
    post: PublicPost,
    extent: Extent,
    { quotes = [], versions = [] }: Partial<Surroundings> = {},
  ) {
    const markdown = await read(post);
    const parts = await partsOf(post, markdown, extent);
    const quoted = new Map(quotes.map((one) => [one.href, one]));
    const shown = { markdown, cover: await coverOf(post), versions };
    return toSitePost(post, { ...shown, parts: { ...parts, quotes: quoted } });
  }

  return {
    toPost,

    /** A text that is not published, as its owner sees it: the files of drafts are shown, too. */
    async toPreview(markdown: string, coverHash: Hash | null, owner: OwnProfile) {
      const own = createNamedFiles(ctx, { isForOwner: true });
      const { quotes } = readReferences(markdown, owner);
      const parts = await partsOfText(markdown, "whole", own);
      const quoted = await Promise.all(
        quotes.slice(0, limits.quotesPerText).map((href) => toQuoted(ctx, href, owner)),
      );
      const path = `/api/contents/${coverHash}`;
      const picture = coverHash && (await own.measure(coverHash, path));
      return {
        markdown,
        parts: {
          ...parts,
          quotes: new Map(quoted.flatMap((one) => (one ? [[one.href, one] as const] : []))),
        },
        cover: picture ? { ...picture, path } : null,
      };
    },

    toPosts(posts: readonly PublicPost[], extent: Extent): Promise<SitePost[]> {
      return Promise.all(posts.map((post) => toPost(post, extent)));
    },

    /** The parts that may change while the post does not. */
    async surroundingsOf(post: PublicPost, owner: OwnProfile): Promise<Surroundings> {
      const { quotes } = await referencesOf(post);
      const found = await Promise.all(quotes.map((href) => toQuoted(ctx, href, owner)));
      return {
        quotes: found.filter((quoted) => quoted !== null),
        versions: (await readSiteVersions(ctx, post)).map(toSiteVersion),
      };
    },

    /** The posts without the files that the text of another one shows. */
    async withoutShownFiles(posts: readonly PublicPost[]): Promise<PublicPost[]> {
      const references = await Promise.all(posts.map(referencesOf));
      const named = references.flatMap(({ contents }) => contents);
      const shown = new Set([...named, ...posts.flatMap(({ coverHash }) => coverHash ?? [])]);
      // A link alone in a paragraph is a player where its file is played.
      const playable = new Set(references.flatMap(({ quotes }) => quotes.map(hashOfContents)));
      const isShown = ({ contentHash, mediaType }: PublicPost) =>
        shown.has(contentHash) || (playerOf(mediaType) !== null && playable.has(contentHash));
      return posts.filter((post) => post.kind === "POST" || !isShown(post));
    },
  };
}

/** A post that a text quotes by a link, as pages show it; null for every other link. */
export async function toQuoted(ctx: Needs, href: string, owner: OwnProfile): Promise<QuotedPost | null> {
  const found = await findQuoted(ctx, { href, owner });
  if (found === null) return null;
  const { post, publisher } = found;
  const markdown = await readMarkdown(ctx, post, limits.renderedMarkdownBytes);
  const opening = markdown === null ? null : readMarkdownOpening(markdown);
  return {
    href,
    author: publisher.title || publisher.address,
    address: publisher.address,
    contentHash: post.contentHash,
    at: post.publishedAt ?? (post.timestamp === null ? post.createdAt : post.timestamp * 1000),
    isSigned: post.timestamp !== null,
    mediaType: post.mediaType,
    title: opening?.title ?? post.filename,
    summary: opening?.summary ?? post.description ?? "",
  };
}

function toSiteVersion(version: Publication): SiteVersion {
  const { id, timestamp, createdAt } = version;
  return { id, path: pathOfPost(version), at: timestamp === null ? createdAt : timestamp * 1000 };
}

/** The owner as pages show the owner. */
export function toSiteOwner(
  { address, url, earlierUrls, title, description, avatarHash }: OwnProfile,
  looks: Omit<SiteOwner, "address" | "url" | "earlierUrls" | "title" | "description" | "avatar">,
): SiteOwner {
  const copyAt = (name: SiteCopy) => pathOfCopy(String(avatarHash), name);
  const avatar = avatarHash && { small: copyAt("avatar-96.webp"), large: copyAt("avatar-192.webp") };
  return { address, url, earlierUrls, title, description, avatar, ...looks };
}

function toSitePost(
  post: PublicPost,
  parts: Pick<SitePost, "markdown" | "cover" | "parts" | "versions">,
): SitePost {
  const { timestamp, signature, description: caption, isPage } = post;
  const proof = timestamp === null || signature === null ? null : { timestamp, signature };
  return { ...post, ...datesOf(post), caption, proof, isPage: isPage === 1, ...parts };
}

/** The dates of a public post and the id of its feed item, which it has since it is public. */
export function datesOf({ id, feedId, publishedAt, modifiedAt }: PublicPost) {
  if (feedId === null || publishedAt === null || modifiedAt === null)
    throw new Error(`The publication ${id} is public without a date.`);
  return { feedId, publishedAt, modifiedAt };
}

/** The comments below a post, as pages show them. @param isLater whether it is not their first page */
export function toSiteConversation(
  { comments, names, count, next, isOpen, takesMentions, byMail, needsApproval }: Conversation,
  { postId, isLater }: { postId: number; isLater: boolean },
): SiteConversation {
  const longest = { body: commentLimits.bodyLength, name: commentLimits.nameLength };
  const input = isOpen ? { postId, byMail, needsApproval, longest } : null;
  return {
    comments: comments.map((comment) => toSiteComment(comment, names)),
    count,
    next,
    isLater,
    takesMentions,
    input,
  };
}

/** @param names of authors in ENS, by address */
export function toSiteComment(comment: CommentView, names: Conversation["names"] = {}): SiteComment {
  const {
    id,
    authorName: name,
    authorAddress: address,
    createdAt: at,
    body: markdown,
    mention,
    answers,
  } = comment;
  const { authType, authorUrl: url } = comment;
  const imported = authType === "IMPORTED" ? { url } : null;
  return {
    id,
    name,
    address,
    ens: (address && names[address]) ?? null,
    at,
    markdown,
    mention,
    imported,
    answers,
  };
}

/** The thread that draws the figures of texts, within this server's limits. */
export function openFigureWorker(): FigureWorker {
  return createFigureWorker({
    length: {
      code: codeCharacters,
      maths: formulaCharacters,
      diagram: diagramCharacters,
    },
    perText: limits.figuresPerText,
    figureMs: figureMs,
    startMs: figureStartMs,
    textMs: textFiguresMs,
    waiting: textsWaiting,
    cached: cachedFigures,
    memory: figureMemory / 2 ** 20,
    idleMs: limits.figureIdleMs,
  });
}
