import type { Context } from "../../context.ts";
import { emit } from "../../store/events.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import { findChanges } from "../../store/publications/publication-changes.ts";
import { insertPublicationTombstone } from "../../store/publications/publication-tombstones.ts";
import {
  deletePublication,
  findPublication,
  insertPublication,
} from "../../store/publications/publications.ts";
import { unindexPublication } from "../search/index-documents.ts";
import { listFuturePosts } from "./future-posts.ts";

/**
 * Makes drafts again of the owner's publications that are dated for a time to come. The signed posts are deleted: no other
 * node has them, and they would block the next signatures.
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
      const changes = await findChanges(tx, id);
      const again = await insertPublication(tx, {
        ...content,
        contentHash: changes?.contentHash ?? contentHash,
        state: "draft",
        slug: null,
        timestamp: null,
        signature: null,
        proofType: null,
        seq: 0,
        createdAt: Math.min(content.createdAt, now),
        updatedAt: now,
        publishedAt: null,
        siteTime: null,
        siteSeq: null,
        siteId: null,
        modifiedAt: null,
      });
      await unindexPublication(tx, id);
      await deletePublication(tx, id, now, again);
      await emit(tx, "publication.changed", { publication, now });
      return again;
    });
    if (draft !== null) ids.push(draft);
  }
  return ids;
}
