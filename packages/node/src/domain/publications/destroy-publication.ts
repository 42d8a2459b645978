import type { Context } from "../../context.ts";
import { bumpIndexVersion } from "../../store/meta.ts";
import { deletePublication, findPublication, insertPublicationTombstone } from "../../store/publications.ts";
import { DomainError } from "../domain-error.ts";

/**
 * Deletes a publication here: a draft, a local one, a signed one, or a replica (decisions 5). A signed one leaves a
 * tombstone; copies on other nodes stay. Its bytes go with the next sweep.
 *
 * @throws DomainError NOT_FOUND
 */
export async function destroyPublication(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    const publication = await findPublication(tx, id);
    if (!publication) throw new DomainError("NOT_FOUND", `There is no publication ${id}.`);
    const { publisherAddress, contentHash, timestamp } = publication;
    if (timestamp !== null) {
      const deletedAt = clock.now();
      await insertPublicationTombstone(tx, { publisherAddress, contentHash, timestamp, deletedAt });
    }
    await deletePublication(tx, id);
    await bumpIndexVersion(tx);
  });
}
