import type { Context } from "../../context.ts";
import { findContent } from "../../store/contents.ts";
import { readHashtags } from "../../store/hashtags.ts";
import type { Profile } from "../../store/profiles.ts";
import {
  countPublicPosts,
  type PostLocation,
  type PublicPost,
  readPublicLocations as readPlaceRows,
  readPublicPosts as readRows,
} from "../../store/public-posts.ts";
import { anybody } from "../access/callers.ts";
import { limits } from "../limits.ts";
import { readTimelinePage } from "./timeline.ts";
import { findPublication } from "./visible.ts";

/** What a reader of the site may see. */
export interface PublicPosts {
  readonly owner: Profile;
  /** Newest first. */
  readonly posts: readonly PublicPost[];
  readonly total: number;
}

/**
 * A page of the owner's local and signed posts, newest first; never a draft, and nobody else's. Null before
 * installation.
 */
export async function readPublicPosts(
  { store, owner: self }: Pick<Context, "store" | "owner">,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicPosts | null> {
  const owner = await self.get();
  if (!owner) return null;
  const publisher = owner.address;
  const total = await countPublicPosts(store.db, publisher);
  const posts = offset < total ? await readRows(store.db, { publisher, limit, offset }) : [];
  return { owner, posts, total };
}

/** A page of the owner's posts with one tag. */
export interface TaggedPosts {
  readonly owner: Profile;
  /** Newest first. */
  readonly posts: readonly PublicPost[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
}

/**
 * The owner's local and signed posts with a tag, newest first. Null before installation, and for what is too long for a tag.
 *
 * @throws AppError VALIDATION_FAILED for a cursor that is none
 */
export async function readTaggedPosts(
  ctx: Pick<Context, "store" | "owner">,
  { tag, first, after }: { tag: string; first: number; after: string | null },
): Promise<TaggedPosts | null> {
  if (tag.length > limits.tagLength) return null;
  const owner = await ctx.owner.get();
  if (!owner) return null;
  const page = await readTimelinePage(ctx, { caller: anybody, tag, first, after });
  const found = await Promise.all(page.items.map(({ id }) => findPublicPost(ctx, { id })));
  const posts = found.flatMap((each) => (each ? [each.post] : []));
  return { owner, posts, next: page.hasNextPage ? page.endCursor : null };
}

/** One of the owner's local or signed posts, or null. */
export async function findPublicPost(
  context: Pick<Context, "store" | "owner">,
  key: Parameters<typeof findPublication>[1],
): Promise<{ owner: Profile; post: PublicPost } | null> {
  const owner = await context.owner.get();
  const found = owner && (await findPublication(context, key));
  if (!found || found.state === "draft") return null;
  const content = await findContent(context.store.db, found.contentHash);
  return content && { owner, post: { ...found, size: content.size } };
}

/** Where the owner's posts are, for whoever wants to know of all of them. */
export interface PublicPlaces {
  readonly owner: Profile;
  /** Newest first. */
  readonly places: readonly PostLocation[];
  readonly total: number;
}

/** A page of those posts that `readPublicPosts` gives, with no more than their places. Null before installation. */
export async function readPublicPlaces(
  { store, owner: self }: Pick<Context, "store" | "owner">,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicPlaces | null> {
  const owner = await self.get();
  if (!owner) return null;
  const publisher = owner.address;
  const total = await countPublicPosts(store.db, publisher);
  const places = offset < total ? await readPlaceRows(store.db, { publisher, limit, offset }) : [];
  return { owner, places, total };
}

/** The hashtags of posts by their ids, folded and without their sign; a post without any is left out. */
export async function readPostTags(
  { store }: Pick<Context, "store">,
  posts: readonly { readonly id: number }[],
): Promise<Record<number, string[]>> {
  const ids = posts.map(({ id }) => id);
  return Object.fromEntries(await readHashtags(store.db, ids));
}
