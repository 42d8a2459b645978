import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { bumpIndexVersion } from "../../store/meta.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";
import { type SignedNow, verifySource, writeSigned } from "./write-signed.ts";

/** A publication's id, and the signed envelope of a `StatementOfSource` over its hash. */
export interface SignatureOf {
  id: number;
  envelope: unknown;
}

/**
 * Signs several publications in the given order, all of them or none: what `prepareSignatures` said, signed.
 *
 * @throws as `signPublication` for the first that is wrong, VALIDATION_FAILED for more than 200
 */
export async function signPublications(
  context: Pick<Context, "store" | "clock" | "recover" | "events">,
  signatures: readonly SignatureOf[],
): Promise<SignedNow[]> {
  const { store, clock, events } = context;
  if (signatures.length > limits.signaturesAtOnce) {
    throw new AppError(
      "VALIDATION_FAILED",
      `Up to ${limits.signaturesAtOnce} publications are signed at once.`,
    );
  }
  const own = await requireOwner(context);
  const now = clock.now();
  const verified = signatures.map(({ id, envelope }) => ({
    id,
    proof: verifySource(context, own, envelope),
  }));
  const results = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    const signed: SignedNow[] = [];
    for (const { id, proof } of verified) signed.push(await writeSigned(tx, id, proof, now));
    if (signed.length > 0) await bumpIndexVersion(tx);
    return signed;
  });
  if (results.some(({ recipients }) => recipients > 0)) events.emit("outbox.due");
  return results;
}
