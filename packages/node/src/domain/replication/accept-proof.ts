import { EwpError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { announce, hearFrom } from "../../delivery/note-heard-from.ts";
import { findConnection } from "../../store/connections.ts";
import { findProfile, updateProfile } from "../../store/profiles.ts";
import { addPulls } from "../../store/pulls.ts";
import type { Tx } from "../../store/store.ts";
import { limits } from "../limits.ts";
import { checkProof, isAhead, refuseKnown } from "./check-proof.ts";

/**
 * Accepts a followed publisher's proof (specification 4.7, decisions 5). When it resolves, the proof is stored and its
 * content will be pulled; a proof that waits already, or whose pull failed, changes nothing.
 *
 * @param body the signed envelope of a `StatementOfSource` or `Publication`
 * @param nodeUpdated the header's ISO 8601 time of the publisher's profile: a newer one than is known here has the
 *   profile read again before the pull; a malformed one is ignored
 * @throws EwpError in the order of decisions 2: INVALID_PAYLOAD, NOT_FOLLOWING, INVALID_SIGNATURE,
 *   REPLICATION_ALREADY_EXISTS
 */
export async function acceptProof(
  context: Pick<Context, "store" | "clock" | "recover" | "events" | "limiter">,
  body: unknown,
  nodeUpdated: string | null = null,
): Promise<void> {
  const { store, clock, events } = context;
  const { own, proof } = await checkProof(context, body);
  const { publisherAddress, contentHash, timestamp } = proof.meaning;
  const now = clock.now();
  const sooner = await store.transaction(async (tx) => {
    if (!(await findConnection(tx, own.address, publisherAddress))) throw new EwpError("NOT_FOLLOWING");
    await refuseKnown(tx, proof.meaning);
    await addPulls(tx, [
      {
        peerAddress: publisherAddress,
        contentHash,
        timestamp,
        signature: proof.signature,
        proofType: proof.encodeType,
        slug: null,
        now,
        expiresAt: now + limits.deliveryMs,
      },
    ]);
    await wantNewProfile(tx, publisherAddress, { nodeUpdated, now });
    return await hearFrom(tx, publisherAddress, now);
  });
  if (sooner) announce(events);
  else events.emit("pulls.due");
}

/**
 * Marks a profile as never read, when its node says that there is a newer one: the pull reads it first. The mark is
 * durable, and the sender does not wait for the call.
 */
export async function wantNewProfile(
  tx: Tx,
  address: Parameters<typeof findProfile>[1],
  { nodeUpdated, now }: { nodeUpdated: string | null; now: number },
): Promise<void> {
  const seconds = parseIsoSeconds(nodeUpdated);
  if (seconds === null || isAhead(seconds, now)) return;
  const profile = await findProfile(tx, address);
  if (profile && seconds > profile.updatedAt) await updateProfile(tx, address, { fetchedAt: 0 });
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function parseIsoSeconds(text: string | null): number | null {
  if (text === null || text.length > limits.nodeTimeLength || !isoTime.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}
