import { type Address, type Hash, parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import {
  findPublicationBySlug,
  findPublication as findPublicationRow,
  listPublicationsByHash,
  type Publication,
  readPublications,
} from "../../store/publications.ts";
import type { PublicationState } from "../../store/tables/publications.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { isSlug } from "./create.ts";
import { describePublications, type PublicationView } from "./view.ts";

/** What readers see comes first: a draft with the same content must not hide it. */
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
): Promise<PublicationView | null> {
  const isReader = isAllowed(caller, "read:timeline");
  const found =
    (await findPublication(context, key)) ??
    ("id" in key && isReader ? await findPublicationRow(context.store.db, key.id) : null);
  if (!found || (found.state === "draft" && caller.kind !== "client")) return null;
  const [view] = await describePublications(context, [found]);
  return view ?? null;
}

/** Finds a signed publication of any publisher by its hash, if the caller may read the timeline. */
export async function findVisibleReplica(
  context: Pick<Context, "store">,
  contentHash: Hash,
  caller: Caller,
): Promise<PublicationView | null> {
  if (!isAllowed(caller, "read:timeline")) return null;
  const found = await listPublicationsByHash(context.store.db, contentHash);
  const [view] = await describePublications(
    context,
    found.filter(({ timestamp }) => timestamp !== null).slice(0, 1),
  );
  return view ?? null;
}

/** Describes those of the publications that the caller may see, in no particular order. */
export async function readVisiblePublications(
  context: Pick<Context, "store" | "owner">,
  ids: readonly number[],
  caller: Caller,
): Promise<PublicationView[]> {
  const own = await context.owner.get();
  const rows = await readPublications(context.store.db, [...new Set(ids)]);
  const visible = rows.filter(({ state, publisherAddress }) => {
    if (state === "draft") return caller.kind === "client";
    return publisherAddress === own?.address || isAllowed(caller, "read:timeline");
  });
  return await describePublications(context, visible);
}

/**
 * Hides drafts from an operation that a token may call.
 *
 * @throws AppError NOT_FOUND for a draft, unless the caller is the owner in a session, and for a missing publication
 */
export async function requireSeen(
  { store }: Pick<Context, "store">,
  id: number,
  caller: Caller,
): Promise<void> {
  const publication = await findPublicationRow(store.db, id);
  if (publication && (publication.state !== "draft" || caller.kind === "client")) return;
  throw new AppError("NOT_FOUND", `There is no publication ${id}.`);
}

/** @throws AppError NOT_FOUND unless the publication exists and its publisher is `self` */
export function requireOwn(
  publication: Publication | null | undefined,
  self: Address | undefined,
  id: number,
): Publication {
  if (publication?.publisherAddress === self && publication) return publication;
  throw new AppError("NOT_FOUND", `There is no publication ${id} of yours.`);
}

/** @throws AppError NOT_FOUND as `requireOwn`, CONFLICT for a signed one */
export function requireUnsigned(
  publication: Publication | null | undefined,
  self: Address,
  id: number,
): Publication {
  const own = requireOwn(publication, self, id);
  if (own.state === "signed") throw new AppError("CONFLICT", "This publication is signed already.");
  return own;
}
