import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { writeMeta } from "../../store/meta.ts";
import { addForConnectedNodes } from "../../store/outbox-broadcast.ts";
import { findOwnProfile, type Profile, updateProfile } from "../../store/profiles.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";

/** Where the signed update stands that is on its way to the connected nodes. */
export const broadcastKey = "profile_update";

/**
 * Stores the owner's signed profile and queues it for every follower and followee, in one transaction
 * (decisions 4). The same call with an unchanged profile is a broadcast.
 *
 * @param body the signed envelope of a `NodeProfileUpdate`
 * @returns the profile as it stands now, and how many nodes it goes to
 * @throws EwpError what the envelope lacks; DomainError CONFLICT when a newer update stands already
 */
export async function updateOwnProfile(
  context: Pick<Context, "store" | "clock" | "recover" | "events">,
  body: unknown,
): Promise<{ profile: Profile; recipients: number }> {
  const { store, clock, recover, events } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const { meaning, envelope } = verifyEnvelope(parseEnvelope("NodeProfileUpdate", body), { recover, now });
  if (meaning.ownerAddress !== own.address) throw new EwpError("ADDRESS_MISMATCH");

  const result = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "profile");
    const current = (await findOwnProfile(tx)) ?? own;
    if (meaning.timestamp <= current.updatedAt) {
      throw new DomainError("CONFLICT", "A newer profile stands already. Sign this one again.");
    }
    const patch = {
      url: meaning.url,
      title: meaning.title,
      description: meaning.description || null,
      updatedAt: meaning.timestamp,
    };
    await updateProfile(tx, own.address, patch);
    await writeMeta(tx, broadcastKey, JSON.stringify(envelope));
    const recipients = await addForConnectedNodes(tx, {
      self: own.address,
      kind: "profile.update",
      subject: String(meaning.timestamp),
      now,
      expiresAt: (meaning.timestamp + limits.windowSeconds) * 1000,
    });
    return { profile: { ...current, ...patch }, recipients };
  });
  events.emit("outbox.due");
  return result;
}
