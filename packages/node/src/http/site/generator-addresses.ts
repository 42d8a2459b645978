import { pathOfTag } from "@freehold/web";
import type { Context } from "../../context.ts";
import { normalisePath } from "../../domain/normalise-path.ts";
import { findMoved, type OldAddress } from "../../domain/publications/old-addresses.ts";
import { readTaggedPosts } from "../../domain/publications/public-posts.ts";
import { parseTag } from "../../domain/search/terms.ts";
import { readPublicSettings } from "../../domain/settings/settings.ts";

type Needs = Pick<Context, "store" | "owner">;

/** The folders in which generators have a section of posts, and in which people install WordPress. */
const section = "(?:/(?:blog|posts?|articles?|news|writing))?";
const format = "(?:/(?:rss2?|rdf|feed|atom|json))?";

/** Feeds of all posts. Their formats are told apart by their last word. */
const wholeFeeds = [
  // WordPress, with and without permalinks; the reference node has `/feed`.
  new RegExp(`^${section}/(?:feed${format}|rss2?|rdf|atom)$`),
  /^\/wp-(?:rss2?|rdf|atom|feed)\.php$/,
  // Hugo, Jekyll and other generators.
  new RegExp(`^${section}/(?:index|rss2?|feed)\\.(?:xml|rss|atom|rdf)$`),
  new RegExp(`^${section}/(?:rss|feed)/(?:index|feed)\\.xml$`),
  // Blogger.
  /^\/feeds\/posts\/(?:default|summary)$/,
  // One person writes here.
  new RegExp(`^${section}/authors?/[^/]+/(?:feed${format}|rss|index\\.xml)$`),
];

/** Feeds of a tag or a category, of which the last one in a path counts. */
const tagFeeds = [
  new RegExp(
    `^${section}/(?:category|categories|tags?|topics?)/(?:.*/)?([^/]+)/(?:feed${format}|rss|index\\.xml)$`,
  ),
  /^\/feed\/(?:by_tag\/)?([^/]+)\.xml$/,
  /^\/feeds\/posts\/(?:default|summary)\/-\/([^/]+)$/,
];

/** Pages of a tag or a category, also those behind the first one. */
const tagPages = new RegExp(
  `^${section}/(?:category|categories|tags?|topics?)/(?:.*?/)??([\\p{L}\\p{M}\\p{N}_-]+?)(?:/page/[1-9]\\d*)?$`,
  "u",
);

/** There are no feeds of comments here. */
const commentFeeds = [
  new RegExp(`^${section}/comments/(?:feed${format}|default)$`),
  /^\/feeds\/(?:[^/]+\/)?comments\/(?:default|summary)$/,
  /^\/wp-commentsrss2\.php$/,
];

/** Pages of the reference node, and the first page of WordPress by the name of its file. */
const pages: Readonly<Record<string, string>> = {
  "/publications": "/archive",
  "/connections": "/followers",
  "/index.php": "/",
};

/**
 * Finds the feed of this site for a usual address of WordPress, Ghost, Hugo, Jekyll, Blogger or the reference node.
 * Subscribers of a site that moved here stay subscribed.
 *
 * @param url path and query of a request that found nothing
 * @returns `gone` for a feed of comments: its subscribers did not ask for posts
 */
export async function findOldFeed(ctx: Needs, url: string): Promise<OldAddress | null> {
  const [address = "", query = ""] = url.split("?", 2);
  const params = new URLSearchParams(query);
  const whole = normalisePath(address) ?? "/";
  const asked = params.get("feed");
  const page = /^\/index\.html?$/i.test(address) ? "/" : pages[whole];
  if (page !== undefined && asked === null) return { path: page };
  // WordPress on a server that rewrites no addresses.
  const path = whole.replace(/^\/index\.php(?=\/|$)/, "") || "/";
  if (path === "/" && asked === null) return null;
  const found = path === "/" ? readQuery(params) : readPath(path, params);
  const isOfPost = /^(.+)\/feed(?:\/(?:rss2?|atom|rdf))?$/.exec(path)?.[1];
  const kind = found ?? (isOfPost && (await findMoved(ctx, isOfPost)) ? "comments" : null);
  if (kind === null) return await findTagPage(ctx, path);
  const { enableRss } = await readPublicSettings(ctx);
  if (!enableRss || (await ctx.owner.get()) === null) return null;
  if (kind === "comments") return "gone";
  const tag = kind.tag === null ? null : await findTag(ctx, kind.tag);
  const target = `${tag === null ? "" : pathOfTag(tag)}/${kind.file}`;
  return target === path ? null : { path: target };
}

async function findTagPage(ctx: Needs, path: string): Promise<OldAddress | null> {
  const slug = tagPages.exec(path)?.[1];
  const tag = slug === undefined ? null : await findTag(ctx, slug);
  // The page is there, and something else is missing.
  return tag === null || normalisePath(pathOfTag(tag)) === path ? null : { path: pathOfTag(tag) };
}

type OldFeed = "comments" | { readonly tag: string | null; readonly file: string };

/** WordPress without permalinks. */
function readQuery(params: URLSearchParams): OldFeed | null {
  const asked = params.get("feed") ?? "";
  if (/^comments-/.test(asked) || params.has("p") || params.has("page_id")) return "comments";
  if (!/^(?:rss2?|rdf|atom|feed)$/.test(asked)) return null;
  return { tag: params.get("tag") ?? params.get("category_name"), file: fileOf(asked) };
}

function readPath(path: string, params: URLSearchParams): OldFeed | null {
  if (commentFeeds.some((pattern) => pattern.test(path))) return "comments";
  const asked = params.get("alt") ?? (path.startsWith("/feeds/") ? "atom" : path);
  if (wholeFeeds.some((pattern) => pattern.test(path))) return { tag: null, file: fileOf(asked) };
  const tag = tagFeeds.map((pattern) => pattern.exec(path)?.[1]).find((one) => one !== undefined);
  return tag === undefined ? null : { tag, file: fileOf(asked) };
}

/** @param asked ends with the word for the format */
function fileOf(asked: string): string {
  if (/\batom(?:\.php)?$/.test(asked)) return "atom.xml";
  return /\bjson$/.test(asked) ? "feed.json" : "feed.xml";
}

/** The tag of public posts that a slug stands for; null where there is none. */
async function findTag(ctx: Needs, slug: string): Promise<string | null> {
  const name = slug.normalize("NFKC").toLowerCase();
  // A tag of several words has `_` between them since its import.
  for (const spelling of new Set([name, name.replace(/[-+ ]/g, "_"), name.replace(/[-+ ]/g, "")])) {
    const tag = parseTag(spelling);
    if (tag !== null && (await readTaggedPosts(ctx, { tag, first: 1, after: null }))) return tag;
  }
  return null;
}
