import { type Address, type Hash, parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { services } from "../../services.ts";
import type { Reader } from "../../store/database.ts";
import {
  allDetails,
  type Detail,
  type DetailedPublication,
  findDetailedBySlug,
  readDetailedPublications,
} from "../../store/publications/publication-details.ts";
import {
  findPublicationBySlug,
  findPublication as findPublicationRow,
  listPublicationsByHash,
  type Publication,
  readPublications,
} from "../../store/publications/publications.ts";
import type { PublicationState } from "../../store/tables/publications.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { limits } from "../limits.ts";
import { isSlug } from "./slug-names.ts";
import { describePublications, everyDetail, type PublicationView, type WantedDetails } from "./view.ts";

/** Published versions come first: a draft with the same content must not hide them. */
const order: readonly PublicationState[] = ["signed", "local", "draft"];

export type PublicationKey = { id: number } | { slug: string } | { contentHash: string };

/**
 * Finds one of this owner's publications. Of several with one hash: signed before local before draft, then the newest.
 */
export async function findPublication(
  { store, owner }: Pick<Context, "store" | "owner">,
  key: PublicationKey,
): Promise<Publication | null> {
  const own = await owner.get();
  if (!own) return null;
  if ("slug" in key) {
    return isSlug(key.slug) ? await findPublicationBySlug(store.db, own.address, key.slug) : null;
  }
  if ("id" in key) {
    const found = await findPublicationRow(store.db, key.id);
    return found?.publisherAddress === own.address ? found : null;
  }
  const contentHash = parseHash(key.contentHash);
  const found = contentHash ? await listPublicationsByHash(store.db, contentHash) : [];
  const mine = found.filter((row) => row.publisherAddress === own.address).sort((a, b) => b.id - a.id);
  const [first = null] = mine.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return first;
}

/**
 * Finds a publication that the caller may see: an own one (a draft only for the owner), or by id also a replica, if the
 * caller may read the timeline.
 */
export async function findVisiblePublication(
  context: Pick<Context, "store" | "owner">,
  key: PublicationKey,
  caller: Caller,
  wanted: WantedDetails = everyDetail,
): Promise<PublicationView | null> {
  const own = await context.owner.get();
  const found = own && (await findDetailed(context, own.address, key, wanted.details));
  if (!found || (found.state === "draft" && caller.kind !== "client")) return null;
  if (found.publisherAddress !== own.address && !isAllowed(caller, "read:timeline")) return null;
  const [view] = await describePublications(context, [found], wanted);
  return view ?? null;
}

/** Finds a publication of this owner, or by its id one of anybody, with details. */
export async function findDetailed(
  context: Pick<Context, "store" | "owner">,
  self: Address,
  key: PublicationKey,
  details: readonly Detail[],
): Promise<DetailedPublication | null> {
  const { db } = context.store;
  if ("slug" in key) return isSlug(key.slug) ? await findDetailedBySlug(db, self, key.slug, details) : null;
  const id = "id" in key ? key.id : (await findPublication(context, key))?.id;
  const [found] = id === undefined ? [] : await readDetailedPublications(db, [id], details);
  return found ?? null;
}

/** Finds a signed publication of any publisher by its hash, if the caller may read the timeline. */
export async function findVisibleReplica(
  context: Pick<Context, "store" | "owner">,
  contentHash: Hash,
  caller: Caller,
): Promise<PublicationView | null> {
  if (!isAllowed(caller, "read:timeline")) return null;
  const found = await listPublicationsByHash(context.store.db, contentHash);
  const id = found.find(({ timestamp }) => timestamp !== null)?.id;
  const [view] = id === undefined ? [] : await readVisiblePublications(context, [id], caller);
  return view ?? null;
}

/** Describes those of the publications that the caller may see, in no particular order. */
export async function readVisiblePublications(
  context: Pick<Context, "store" | "owner">,
  ids: readonly number[],
  caller: Caller,
): Promise<PublicationView[]> {
  const own = await context.owner.get();
  const rows = await readDetailedPublications(context.store.db, [...new Set(ids)], allDetails);
  const visible = rows.filter(({ state, publisherAddress }) => {
    if (state === "draft") return caller.kind === "client";
    return publisherAddress === own?.address || isAllowed(caller, "read:timeline");
  });
  return await describePublications(context, visible);
}

/**
 * The publications of this owner with these ids, in no particular order.
 *
 * @throws AppError VALIDATION_FAILED for more than a page of them
 */
export async function readOwnPublications(
  context: Pick<Context, "store" | "owner">,
  ids: readonly number[],
): Promise<Publication[]> {
  if (ids.length > limits.pageItems)
    throw new AppError("VALIDATION_FAILED", msg`Up to ${limits.pageItems} posts can be changed at a time.`);
  const own = await context.owner.get();
  const found = await readPublications(context.store.db, ids);
  return found.filter(({ publisherAddress }) => publisherAddress === own?.address);
}

/** The view of a publication that was just written. @throws AppError NOT_FOUND where it was deleted meanwhile */
export async function describeWritten(
  context: Pick<Context, "store" | "owner">,
  { id }: Pick<Publication, "id">,
): Promise<PublicationView> {
  const rows = await readDetailedPublications(context.store.db, [id], allDetails);
  const [view] = await describePublications(context, rows);
  if (!view) throw noPublication(id);
  return view;
}

/** The same sentence for a missing publication and for one that the caller may not see, so that it reveals nothing. */
export function noPublication(id: number): AppError {
  return new AppError("NOT_FOUND", msg`There is no post ${id} here.`);
}

/**
 * Hides from an operation that a token may call what its program does not see: drafts, and without `read:timeline` the
 * publications of other nodes.
 *
 * @throws AppError NOT_FOUND, as for a missing publication
 */
export async function requireSeen(
  { store, owner }: Pick<Context, "store" | "owner">,
  id: number,
  caller: Caller,
): Promise<void> {
  const publication = await findPublicationRow(store.db, id);
  const isOwn = publication?.publisherAddress === (await owner.get())?.address;
  const isSeen = publication?.state !== "draft" || caller.kind === "client";
  if (publication && isSeen && (isOwn || isAllowed(caller, "read:timeline"))) return;
  throw noPublication(id);
}

/**
 * Finds a publication of this owner that an operation on another one refers to: a cover, an earlier version. A program refers
 * only to what it sees, and to the drafts that it made itself.
 *
 * @param caller null for the owner's own command line
 * @throws AppError NOT_FOUND, as for a missing publication
 */
export async function requireReferable(
  db: Reader,
  id: number,
  { self, caller }: { self: Address; caller: Caller | null },
): Promise<Publication> {
  const publication = requireOwn(await findPublicationRow(db, id), self, id);
  if (publication.state !== "draft" || caller === null || caller.kind === "client") return publication;
  if (caller.kind === "integration" && (await services().findDraftProgram(db, id)) === caller.tokenId)
    return publication;
  throw noPublication(id);
}

/** @throws AppError NOT_FOUND unless the publication exists and its publisher is `self` */
export function requireOwn(
  publication: Publication | null | undefined,
  self: Address | undefined,
  id: number,
): Publication {
  if (publication?.publisherAddress === self && publication) return publication;
  throw noPublication(id);
}

/** @throws AppError NOT_FOUND as `requireOwn`, CONFLICT for a signed one */
export function requireUnsigned(
  publication: Publication | null | undefined,
  self: Address,
  id: number,
): Publication {
  const own = requireOwn(publication, self, id);
  if (own.state === "signed") throw new AppError("CONFLICT", "This post is already signed.");
  return own;
}
