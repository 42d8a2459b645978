import { timestampWindowSeconds } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { insertPublicationTombstone } from "../../store/publication-tombstones.ts";
import {
  deletePublication,
  findPublication,
  insertPublication,
  listDatedAfter,
  lockPublication,
  type Publication,
} from "../../store/publications.ts";
import { announceChange } from "../found/announce-change.ts";
import { unindexPublication } from "../search/index-documents.ts";

/** The last second that other nodes accept at `now` (ms) as the one of a publication (decisions 5). */
export function acceptedUntil(now: number): number {
  return Math.floor(now / 1000) + timestampWindowSeconds;
}

// Not a limit: more than an owner signs while the clock is wrong; the next call takes the others.
const most = 200;

/**
 * The owner's publications that a clock that was ahead dated for a time to come: signed ones are accepted by no other node yet,
 * and those on the site alone stand before all others. Newest first.
 */
export async function listFuturePosts({
  store,
  clock,
  owner,
}: Pick<Context, "store" | "clock" | "owner">): Promise<Publication[]> {
  const own = await owner.get();
  return own ? await listDatedAfter(store.db, own.address, acceptedUntil(clock.now()), most) : [];
}

/**
 * Makes drafts again of the owner's publications that are dated for a time to come. Those themselves are deleted: no other node
 * has them, and what is signed next is not held up by them.
 *
 * @param only of these ids
 * @returns the ids of the drafts
 */
export async function withdrawFuturePosts(
  context: Pick<Context, "store" | "clock" | "owner">,
  only: readonly number[],
): Promise<number[]> {
  const { store, clock } = context;
  const ids: number[] = [];
  for (const { id } of await listFuturePosts(context)) {
    if (!only.includes(id)) continue;
    const draft = await store.transaction(async (tx) => {
      await store.dialect.lock(tx, "signing");
      await lockPublication(tx, id);
      const publication = await findPublication(tx, id);
      const now = clock.now();
      if (publication === null || publication.state === "draft") return null;
      const { publisherAddress, contentHash, timestamp } = publication;
      if (timestamp !== null)
        await insertPublicationTombstone(tx, { publisherAddress, contentHash, timestamp }, now);
      const { id: _, slug: __, ...content } = publication;
      const again = await insertPublication(tx, {
        ...content,
        state: "draft",
        slug: null,
        timestamp: null,
        signature: null,
        proofType: null,
        seq: 0,
        createdAt: Math.min(content.createdAt, now),
        updatedAt: now,
      });
      await unindexPublication(tx, id);
      await deletePublication(tx, id);
      await announceChange(tx, publication, now);
      return again;
    });
    if (draft !== null) ids.push(draft);
  }
  return ids;
}
