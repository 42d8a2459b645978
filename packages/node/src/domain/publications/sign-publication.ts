import { EwpError, parseEnvelope, type Verified, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { bumpIndexVersion } from "../../store/meta.ts";
import { addPublicationForFollowers } from "../../store/outbox.ts";
import { lastSigned } from "../../store/publication-index.ts";
import { findPublicationTombstone } from "../../store/publication-tombstones.ts";
import { findPublication, type Publication, updatePublication } from "../../store/publications.ts";
import type { Tx } from "../../store/store.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";

/** The one form in which an own publication is signed: whoever reads the index checks this one (decisions 1). */
const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";

/**
 * Signs a publication: writes the proof and one row of the outbox for each follower in one transaction.
 *
 * @param id the publication's id
 * @param body the signed envelope of a `StatementOfSource` over its hash
 * @returns the signed publication, and how many followers it goes to
 * @throws EwpError what the envelope lacks; DomainError NOT_FOUND, CONFLICT (signed already, or out of order),
 *   VALIDATION_FAILED (another content, or another form than the baseline one)
 */
export async function signPublication(
  context: Pick<Context, "store" | "clock" | "recover" | "events">,
  id: number,
  body: unknown,
): Promise<{ publication: Publication; recipients: number }> {
  const { store, clock, recover, events } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const verified = verifyEnvelope(parseEnvelope("StatementOfSource", body), { recover, now });
  if (verified.signer !== own.address) throw new EwpError("INVALID_SIGNATURE", "Only the owner signs here.");
  if (verified.encodeType !== proofType) {
    throw new DomainError("VALIDATION_FAILED", `A publication is signed as ${proofType}.`);
  }
  const result = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    const publication = await signedRecord(tx, id, verified, now);
    await updatePublication(tx, id, publication);
    await bumpIndexVersion(tx);
    const recipients = await addPublicationForFollowers(tx, {
      self: own.address,
      publicationId: id,
      now,
      expiresAt: now + limits.deliveryMs,
    });
    return { publication, recipients };
  });
  if (result.recipients > 0) events.emit("outbox.due");
  return result;
}

/** The publication as it will stand, after every check against the state inside the transaction. */
async function signedRecord(
  tx: Tx,
  id: number,
  { meaning, signature, encodeType }: Verified<"StatementOfSource">,
  now: number,
): Promise<Publication> {
  const { contentHash, publisherAddress, timestamp } = meaning;
  const publication = await findPublication(tx, id);
  if (publication === null || publication.publisherAddress !== publisherAddress) {
    throw new DomainError("NOT_FOUND", `There is no publication ${id} of yours.`);
  }
  if (publication.state === "signed")
    throw new DomainError("CONFLICT", "This publication is signed already.");
  if (publication.contentHash !== contentHash) {
    throw new DomainError(
      "VALIDATION_FAILED",
      "The signature is over other content than this publication's.",
    );
  }
  const last = await lastSigned(tx, publisherAddress);
  if (last && timestamp < last.timestamp) {
    throw new DomainError("CONFLICT", "Something was signed in a later second. Sign this one again.");
  }
  if (await findPublicationTombstone(tx, { publisherAddress, contentHash, timestamp })) {
    throw new DomainError("CONFLICT", "The same content was signed in this second and deleted. Sign again.");
  }
  return {
    ...publication,
    state: "signed",
    timestamp,
    signature,
    proofType: encodeType,
    seq: (last?.seq ?? 0) + 1,
    updatedAt: now,
  };
}
