import type { Context } from "../../context.ts";
import { bumpIndexVersion } from "../../store/meta.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { type SignedNow, verifySource, writeSigned } from "./write-signed.ts";

/**
 * Signs a publication: writes the proof and one row of the outbox for each follower in one transaction.
 *
 * @param id the publication's id
 * @param body the signed envelope of a `StatementOfSource` over its hash
 * @returns the signed publication, and how many followers it goes to
 * @throws EwpError what the envelope lacks; AppError NOT_FOUND, CONFLICT (signed already, or out of order),
 *   VALIDATION_FAILED (another content, or another form than the baseline one)
 */
export async function signPublication(
  context: Pick<Context, "store" | "clock" | "recover" | "events">,
  id: number,
  body: unknown,
): Promise<SignedNow> {
  const { store, clock, events } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const verified = verifySource(context, own, body);
  const result = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    const signed = await writeSigned(tx, id, verified, now);
    await bumpIndexVersion(tx);
    return signed;
  });
  if (result.recipients > 0) events.emit("outbox.due");
  return result;
}
