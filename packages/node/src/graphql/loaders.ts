import type { Address, Hash } from "@freehold/protocol";
import DataLoader from "dataloader";
import type { Context } from "../context.ts";
import type { Caller } from "../domain/access/callers.ts";
import { countComments, findComments } from "../domain/comments/read.ts";
import type { CommentView } from "../domain/comments/view.ts";
import { findAllChanges, type UnpublishedChanges } from "../domain/publications/changes.ts";
import { findStoredHashes } from "../domain/publications/texts/named-pictures.ts";
import { readVersions, type VersionGroup } from "../domain/publications/texts/versions.ts";
import type { PublicationView } from "../domain/publications/view.ts";
import { readVisiblePublications } from "../domain/publications/visible.ts";
import { type AddressName, services } from "../services.ts";

/** Batches the reads of many fields of one request. They cache nothing beyond the request. */
export function createLoaders(node: Context, caller: Caller) {
  return {
    /** By id; null for one that was deleted or that the caller may not see. */
    publication: new DataLoader<number, PublicationView | null>(async (ids) => {
      const found = await readVisiblePublications(node, ids, caller);
      const byId = new Map(found.map((publication) => [publication.id, publication]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    /** By id; null for one that was deleted. Only for callers who may manage comments. */
    comment: new DataLoader<number, CommentView | null>((ids) => findComments(node, ids)),
    /** The versions of a publication, newest first; empty where it has one. */
    versions: new DataLoader<VersionGroup, PublicationView[], string>(
      (groups) => readVersions(node, groups, caller),
      {
        cacheKeyFn: ({ publisherAddress, original }) => `${publisherAddress} ${original}`,
      },
    ),
    /** The changes of a published post that readers don't see yet, by its id; null for none. */
    changes: new DataLoader<number, UnpublishedChanges | null>((ids) => findAllChanges(node, ids)),
    /** By the publication's id. */
    commentCount: new DataLoader<number, number>(async (ids) => {
      const counts = await countComments(node, ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
    /** The reads of the last days, by the publication's id; none where nobody read it. */
    reads: new DataLoader<number, readonly number[]>(async (ids) => {
      const reads = await services().readReadsOf(node, ids);
      return ids.map((id) => reads.get(id) ?? []);
    }),
    /** By address; null for none. */
    ensName: new DataLoader<Address, AddressName | null>(async (addresses) => {
      const names = await services().readNames(node, addresses);
      return addresses.map((address) => names.get(address) ?? null);
    }),
    /** Whether this node has signed content with a hash, of any publisher. */
    isStored: new DataLoader<Hash, boolean>(
      async (hashes) => {
        const stored = await findStoredHashes(node, hashes);
        return hashes.map((hash) => stored.has(hash));
      },
      { maxBatchSize: 500 },
    ),
  };
}
