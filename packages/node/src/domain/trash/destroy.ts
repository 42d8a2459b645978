import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import { findContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { findOwnProfile } from "../../store/peers/profiles.ts";
import { discountReplica } from "../../store/peers/replicas.ts";
import { insertPublicationTombstone } from "../../store/publications/publication-tombstones.ts";
import {
  deletePublication,
  findPublication,
  type Publication,
} from "../../store/publications/publications.ts";
import { findPublicationText } from "../../store/search/search.ts";
import { findTrash, insertTrash } from "../../store/trash.ts";
import { limits } from "../limits.ts";
import { noPublication } from "../publications/visible.ts";
import { unindexPublication } from "../search/index-documents.ts";
import { takeExcerpt } from "./excerpt.ts";

interface Destruction {
  /** The deleted post of which this file was a part. */
  readonly deletedWith?: number | null;
}

/**
 * Deletes a publication or a replica from this node (decisions 5). One of the owner's goes to the trash, from which it can be
 * restored for 30 days. A signed one leaves a tombstone; copies on other nodes stay. The sweep removes the bytes of what is
 * in no trash any more.
 *
 * @throws AppError NOT_FOUND
 */
export async function destroyPublication(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
  { deletedWith = null }: Destruction = {},
): Promise<void> {
  await store.transaction(async (tx) => {
    const publication = await findPublication(tx, id);
    if (!publication) throw noPublication(id);
    const now = clock.now();
    const { publisherAddress, contentHash, timestamp } = publication;
    const isOwn = publisherAddress === (await findOwnProfile(tx))?.address;
    if (isOwn) await putIntoTrash(tx, publication, { deletedWith, now });
    else await forgetReplica(tx, publication, now);
    if (timestamp !== null)
      await insertPublicationTombstone(tx, { publisherAddress, contentHash, timestamp }, now);
    await unindexPublication(tx, id);
    await deletePublication(tx, id, now);
    if (isOwn) await emit(tx, "publication.changed", { publication, now });
  });
}

async function putIntoTrash(
  tx: Tx,
  { id, kind, state, filename, description }: Publication,
  { deletedWith, now }: { deletedWith: number | null; now: number },
): Promise<void> {
  const isThere =
    deletedWith !== null && (await findTrash(tx, { kind: "publication", subjectId: deletedWith })) !== null;
  const text = kind === "POST" ? await findPublicationText(tx, id) : undefined;
  await insertTrash(tx, {
    kind: "publication",
    subjectId: id,
    type: kind,
    state,
    publicationId: id,
    title: kind === "POST" ? (text?.title ?? "") : (filename ?? ""),
    excerpt: takeExcerpt(kind === "POST" ? (text?.body ?? "") : (description ?? "")),
    deletedWith: isThere ? deletedWith : null,
    deletedAt: now,
  });
}

async function forgetReplica(
  tx: Tx,
  { publisherAddress, contentHash }: { publisherAddress: Address; contentHash: Publication["contentHash"] },
  now: number,
): Promise<void> {
  const bytes = (await findContent(tx, contentHash))?.size ?? 0;
  await discountReplica(tx, publisherAddress, { bytes, now });
}

/**
 * Deletes publications of the owner one after another; those that are deleted already are passed over.
 *
 * @returns the ids of those that were there
 * @throws AppError VALIDATION_FAILED for more than a page of them
 */
export async function destroyPublications(
  context: Pick<Context, "store" | "clock">,
  ids: readonly number[],
  destruction: Destruction = {},
): Promise<number[]> {
  if (ids.length > limits.pageItems)
    throw new AppError("VALIDATION_FAILED", msg`Up to ${limits.pageItems} posts can be deleted at a time.`);
  const deleted: number[] = [];
  for (const id of new Set(ids)) {
    try {
      await destroyPublication(context, id, destruction);
      deleted.push(id);
    } catch (error) {
      if (!hasCode(error, "NOT_FOUND")) throw error;
    }
  }
  return deleted;
}
