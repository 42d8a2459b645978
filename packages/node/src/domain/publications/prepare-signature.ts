import { isoSeconds, type Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { lastSigned } from "../../store/publication-index.ts";
import { findPublicationTombstone } from "../../store/publication-tombstones.ts";
import { findPublication, findSignedPublication } from "../../store/publications.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";

/**
 * Says what is to be signed for a publication (decisions 5): its hash, and the second, which is never lower than
 * that of the publication signed before it, and not one in which the same bytes were signed already.
 *
 * @param id the publication's id
 * @throws DomainError NOT_FOUND, CONFLICT when it is signed already
 */
export async function prepareSignature(
  context: Pick<Context, "store" | "clock">,
  id: number,
): Promise<Meanings["StatementOfSource"]> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const publication = await findPublication(store.db, id);
  if (publication === null || publication.publisherAddress !== own.address) {
    throw new DomainError("NOT_FOUND", `There is no publication ${id} of yours.`);
  }
  if (publication.state === "signed")
    throw new DomainError("CONFLICT", "This publication is signed already.");
  const { contentHash } = publication;
  const last = await lastSigned(store.db, own.address);
  let timestamp = Math.max(Math.floor(clock.now() / 1000), last?.timestamp ?? 0);
  while (
    (await findSignedPublication(store.db, own.address, contentHash, timestamp)) ||
    (await findPublicationTombstone(store.db, { publisherAddress: own.address, contentHash, timestamp }))
  ) {
    timestamp += 1;
  }
  refuseFuture(timestamp, clock.now());
  return { contentHash, publisherAddress: own.address, timestamp };
}

/** A clock that was ahead leaves a last publication in the future, behind which nobody takes another one yet. */
function refuseFuture(timestamp: number, now: number): void {
  const ahead = timestamp - Math.floor(now / 1000);
  if (ahead <= limits.windowSeconds) return;
  throw new DomainError(
    "CONFLICT",
    `Your last publication is signed for ${isoSeconds(timestamp)}, when this machine's clock was ahead. ` +
      `Signing works again in ${Math.ceil((ahead - limits.windowSeconds) / 60)} minutes.`,
  );
}
