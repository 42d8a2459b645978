import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { hasWrongMarks, listNames, recount } from "../../store/publications/mark-publications.ts";
import { listSiteTags } from "../../store/publications/own-tags.ts";
import {
  listYears,
  type PublicPage,
  type PublicPost,
  readNeighbours as readAround,
  readPublicLocations as readLocations,
  readPublicPages as readPages,
  readPublicPosts as readPosts,
  readTaggedPosts as readTagged,
  type YearOfPosts,
} from "../../store/publications/public-posts.ts";
import type { DetailedPublication } from "../../store/publications/publication-details.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { readTimeline } from "../../store/publications/timeline.ts";
import { readHashtags } from "../../store/search/hashtags.ts";
import { readPublicationTitles } from "../../store/search/search.ts";
import { sitePosition } from "../../store/tables/publications.ts";
import { limits } from "../limits.ts";
import { encodeCursor, readPage } from "../paging.ts";
import type { OwnProfile } from "../profile/owner.ts";
import { parseTag } from "../search/terms.ts";
import { decodePosition } from "./timeline.ts";
import { findDetailed, type PublicationKey } from "./visible.ts";

const sitePages = 50; // pages in the menu of the site
const yearsListed = 100; // years to which the archive has links

type OwnerContext = Pick<Context, "store" | "owner">;

interface PageRange {
  limit: number;
  offset: number;
}

/** A page of the owner's local and signed posts, newest first; never a draft. Null before installation. */
export function readPublicPosts(context: OwnerContext, range: PageRange) {
  return readPublic(context, range, readPosts);
}

/** The years in which the owner's site has posts, the newest first: see the store. Empty before installation. */
export async function readYears({ store, owner }: OwnerContext): Promise<YearOfPosts[]> {
  const publisher = (await owner.get())?.address;
  return publisher ? await listYears(store.db, { publisher, limit: yearsListed }) : [];
}

/**
 * A page of the tags of the owner's site in the order of their bytes, with how many posts have each; `next` is the tag before the next page.
 * Null before installation.
 */
export async function readSiteTags(
  { store, owner: self }: OwnerContext,
  { after, limit }: { after: string; limit: number },
): Promise<{ owner: OwnProfile; tags: { tag: string; count: number }[]; next: string | null } | null> {
  const owner = await self.get();
  if (!owner) return null;
  const found = await listSiteTags(store.db, owner.address, { after, limit: limit + 1 });
  const tags = found.slice(0, limit);
  return { owner, tags, next: found.length > limit ? (tags.at(-1)?.tag ?? null) : null };
}

/** The page of `readPublicPosts` with only the fields that the URL and the date of change need. */
export function readPublicLocations(context: OwnerContext, range: PageRange) {
  return readPublic(context, range, readLocations);
}

async function readPublic<Post>(
  { store, owner: self }: OwnerContext,
  range: PageRange,
  read: (db: Reader, page: { publisher: Address } & PageRange) => Promise<PublicPage<Post>>,
): Promise<({ owner: OwnProfile } & PublicPage<Post>) | null> {
  const owner = await self.get();
  return owner && { owner, ...(await read(store.db, { publisher: owner.address, ...range })) };
}

/** Whether the page of a tag (folded) is there: pages of the site and earlier versions of posts link to their tags, too. */
export async function isTagUsed(db: Reader, publisher: Address, tag: string): Promise<boolean> {
  return (await readTimeline(db, { publisher, states: ["local", "signed"], tag, limit: 1 })).length > 0;
}

/**
 * A page of the owner's local and signed posts with a tag, newest first; `next` is the cursor of the next page. Null before
 * installation, and for a text that nothing public has as a tag: it would be a stranger's words at the head of a page.
 *
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export async function readTaggedPosts(
  context: OwnerContext,
  { tag, first, after }: { tag: string; first: number; after: string | null },
): Promise<{ owner: OwnProfile; posts: PublicPost[]; next: string | null } | null> {
  const folded = tag.length > limits.tagLength ? null : parseTag(tag);
  const owner = await context.owner.get();
  if (!owner || folded === null) return null;
  const page = await readPage(
    { first, after },
    {
      decode: decodePosition,
      read: ({ limit, after: before = null }) =>
        readTagged(context.store.db, { publisher: owner.address, tag: folded, limit, before }),
      cursorOf: (post: PublicPost) => encodeSitePosition(post),
    },
  );
  const posts = [...page.items];
  const isUsed = posts.length > 0 || (await isTagUsed(context.store.db, owner.address, folded));
  return isUsed ? { owner, posts, next: page.hasNextPage ? page.endCursor : null } : null;
}

/** The cursor of a post in a list of the site. */
function encodeSitePosition(post: Parameters<typeof sitePosition>[0]): string {
  const { timestamp, seq, id } = sitePosition(post);
  return encodeCursor([timestamp, seq, id]);
}

/** Maintenance: counts the lists of the owner's publications again where a migration left that to do, or a mark is wrong. */
export async function recountLists(
  { store, owner, log }: Pick<Context, "store" | "owner" | "log">,
  signal?: AbortSignal,
): Promise<void> {
  const publisher = (await owner.get())?.address;
  for (const list of publisher ? listNames : []) {
    if (signal?.aborted || !publisher || !(await hasWrongMarks(store.db, { publisher, list }))) continue;
    await store.transaction((tx) => recount(tx, { publisher, list }));
    log.info({ list }, "a list of publications was counted again");
  }
}

/** One of the owner's local or signed posts, or null. */
export async function findPublicPost(
  context: OwnerContext,
  key: PublicationKey,
): Promise<{ owner: OwnProfile; post: PublicPost } | null> {
  const owner = await context.owner.get();
  const found = owner && (await findDetailed(context, owner.address, key, ["size", "cover"]));
  if (!found || found.state === "draft" || found.publisherAddress !== owner.address) return null;
  const post = toPublicPost(found);
  return post && { owner, post };
}

/** Null where the bytes are missing. */
function toPublicPost({ tags: _tags, dueAt: _dueAt, size, ...post }: DetailedPublication): PublicPost | null {
  return size === null ? null : { ...post, size };
}

/** The pages of the owner's site such as "About", the oldest first. */
export async function readSitePages(context: OwnerContext): Promise<PublicPost[]> {
  const owner = await context.owner.get();
  if (!owner) return [];
  return await readPages(context.store.db, { publisher: owner.address, limit: sitePages });
}

/** The posts right before and after a publication on the site, other than its own versions; null at an end. */
export function readNeighbours({ store }: OwnerContext, post: PublicPost) {
  const { publisherAddress: publisher, original, kind } = post;
  return readAround(store.db, { publisher, original, kind, ...sitePosition(post) });
}

/** The hashtags of posts by their ids, folded and without their sign; posts without hashtags are left out. */
export async function readPostTags(
  { store }: Pick<Context, "store">,
  posts: readonly { readonly id: number }[],
): Promise<Record<number, string[]>> {
  const ids = posts.map(({ id }) => id);
  return Object.fromEntries(await readHashtags(store.db, ids));
}

/**
 * A smaller copy of a post's cover, 800 pixels high at most; null where there is none.
 *
 * @throws AppError RATE_LIMITED when too many copies wait to be made
 */
export async function openCoverCopy(
  { store, thumbnails }: Pick<Context, "store" | "thumbnails">,
  { coverId, coverHash }: Pick<PublicPost, "coverId" | "coverHash">,
) {
  const cover = coverId === null ? null : await findPublication(store.db, coverId);
  return cover && coverHash !== null ? await thumbnails.open(coverHash, "lg", cover.mediaType) : null;
}

/** A page of the site in its menu. */
interface MenuItem extends Pick<Publication, "id" | "slug"> {
  /** Its heading or its slug; empty without both. */
  readonly title: string;
}

/** The menu of the site: the owner's pages such as "About", the oldest first. Empty before installation. */
export async function readMenu(context: Pick<Context, "store" | "owner">): Promise<MenuItem[]> {
  const pages = await readSitePages(context);
  if (pages.length === 0) return [];
  const titles = await readPublicationTitles(
    context.store.db,
    pages.map(({ id }) => id),
  );
  return pages.map(({ id, slug }) => ({ id, slug, title: titles.get(id) || slug || "" }));
}
