import { type Hash, parseHash } from "@freehold/protocol";
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

/** What readers see comes first: a draft of the same words must not take its page away. */
const order: readonly PublicationState[] = ["signed", "local", "draft"];

/**
 * Finds one of this owner's publications by id, slug or content hash. A hash stands for the newest with that
 * content, a signed one before a local one, and a draft last.
 *
 * @param key `{ id }`, `{ slug }` or `{ contentHash }`
 */
export async function findPublication(
  { store, owner }: Pick<Context, "store" | "owner">,
  key: { id: number } | { slug: string } | { contentHash: string },
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

/** By what a publication is asked for. */
export type PublicationKey = Parameters<typeof findPublication>[1];

/**
 * Finds a publication that the caller may see: the owner's own by id, slug or content hash, a draft for the owner alone; by
 * id also one of somebody who is followed, for whoever may read the timeline.
 */
export async function findVisiblePublication(
  context: Pick<Context, "store" | "owner">,
  key: PublicationKey,
  caller: Caller,
): Promise<PublicationView | null> {
  const own = await findPublication(context, key);
  const found = own ?? ("id" in key ? await findReplica(context, key.id, caller) : null);
  if (!found || (found.state === "draft" && caller.kind !== "client")) return null;
  const [view] = await describePublications(context, [found]);
  return view ?? null;
}

async function findReplica({ store }: Pick<Context, "store">, id: number, caller: Caller) {
  return isAllowed(caller, "read:timeline") ? await findPublicationRow(store.db, id) : null;
}

/**
 * Finds what has a hash among that which came from others, for whoever may read the timeline: the bytes are the same
 * whoever signed them.
 */
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

/**
 * Those of several publications that the caller may see, in no particular order: drafts for the owner alone, those of others
 * for whoever may read the timeline.
 */
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
 * For an operation on a publication that a token may be good for: of a draft nobody knows but the owner, in a session.
 *
 * @throws AppError NOT_FOUND for a draft of somebody else's asking, in the words for one that is not there
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
