import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { findContent } from "../../store/contents.ts";
import { bumpIndexVersion } from "../../store/meta.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { deletePublication, findPublication, insertPublicationTombstone } from "../../store/publications.ts";
import { discountReplica } from "../../store/replicas.ts";
import { unindexPublication } from "../search/index-documents.ts";

/**
 * Deletes a publication here: a draft, a local one, a signed one, or a replica (decisions 5). A signed one leaves a
 * tombstone; copies on other nodes stay. Its bytes go with the next sweep.
 *
 * @throws AppError NOT_FOUND
 */
export async function destroyPublication(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    const publication = await findPublication(tx, id);
    if (!publication) throw new AppError("NOT_FOUND", `There is no publication ${id}.`);
    const { publisherAddress, contentHash, timestamp } = publication;
    if (timestamp !== null) {
      await insertPublicationTombstone(tx, { publisherAddress, contentHash, timestamp }, clock.now());
    }
    const own = await findOwnProfile(tx);
    if (publisherAddress !== own?.address) {
      const bytes = (await findContent(tx, contentHash))?.size ?? 0;
      await discountReplica(tx, publisherAddress, { bytes, now: clock.now() });
    }
    await unindexPublication(tx, id);
    await deletePublication(tx, id);
    await bumpIndexVersion(tx);
  });
}
