import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { noteHeardFrom } from "../../delivery/note-heard-from.ts";
import { requireInstalled } from "../installation/require-owner.ts";
import { removeConnection } from "./remove-connection.ts";

/**
 * Accepts a signed end of a follow (specification 4.6): an unfollow by the follower, or the followee's removal of a
 * follower; the recovered signer says which.
 *
 * @param body the signed envelope of a `DestroyConnection`
 * @throws EwpError INVALID_PAYLOAD, INVALID_SIGNATURE, INVALID_TIMESTAMP, CONNECTION_NOT_FOUND (in reference form only for
 *   two other nodes), STALE_REQUEST; LimitError
 */
export async function acceptTermination(
  context: Pick<Context, "store" | "clock" | "recover" | "log" | "events" | "limiter">,
  body: unknown,
): Promise<void> {
  const { store, clock, recover } = context;
  const own = await requireInstalled(context);
  const parsed = parseEnvelope("DestroyConnection", body);
  const now = clock.now();
  const { meaning, signer, form } = verifyEnvelope(parsed, { recover, now });
  context.limiter.signers.spend(signer);
  const state = await store.transaction((tx) => removeConnection(tx, meaning, { self: own.address, now }));
  // A reference node ends its own record on a success alone: with a 404 its owner could never unfollow (decisions 9).
  const isOwn = meaning.followerAddress === own.address || meaning.followeeAddress === own.address;
  const isEnded = form === "reference" && isOwn;
  if (state === "missing" && !isEnded) throw new EwpError("CONNECTION_NOT_FOUND");
  if (state === "stale") throw new EwpError("STALE_REQUEST");
  if (signer !== own.address) await noteHeardFrom(context, signer);
}
