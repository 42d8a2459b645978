import {
  type Address,
  EwpError,
  type Form,
  type Meanings,
  parseEnvelope,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { addForConnectedNodes, countConnectedByForm } from "../../store/outbox-broadcast.ts";
import { findOwnProfile, type Profile, updateProfile } from "../../store/profiles.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { saveSignedUpdate } from "./signed-update.ts";

type Update = Verified<"NodeProfileUpdate">;

/** The profile as it stands now, and whom it goes to. */
export interface UpdatedProfile {
  profile: Profile;
  /** How many nodes it is brought to. */
  recipients: number;
  /** How many read it themselves some time, for it was not signed in the form that they speak. */
  readers: number;
}

/**
 * Stores the owner's signed profile and queues it for every follower and followee, in one transaction
 * (decisions 4). The same call with an unchanged profile is a broadcast. Nodes of the reference form get it in theirs,
 * if it is signed in that too; if not, the header of the next publication prompts them to read it.
 *
 * @param bodies signed envelopes of one `NodeProfileUpdate`, one for each form; the baseline one has to be there
 * @throws EwpError what an envelope lacks; AppError CONFLICT when a newer update stands already, VALIDATION_FAILED
 *   when the envelopes don't say the same
 */
export async function updateOwnProfile(
  context: Pick<Context, "store" | "clock" | "recover" | "events">,
  bodies: readonly unknown[],
): Promise<UpdatedProfile> {
  const { store, clock, recover, events } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const signed = bodies.map((body) =>
    verifyEnvelope(parseEnvelope("NodeProfileUpdate", body), { recover, now }),
  );
  const update = byForm(signed, own.address);
  const { meaning } = update.baseline;

  const result = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "profile");
    const current = (await findOwnProfile(tx)) ?? own;
    if (meaning.timestamp <= current.updatedAt) {
      throw new AppError("CONFLICT", "A newer profile stands already. Sign this one again.");
    }
    const patch = patchOf(meaning);
    await updateProfile(tx, own.address, patch);
    const { baseline, reference } = update;
    await saveSignedUpdate(tx, { baseline: baseline.envelope, reference: reference?.envelope ?? null });
    const forms: Form[] = reference ? ["baseline", "reference"] : ["baseline"];
    const recipients = await addForConnectedNodes(tx, {
      self: own.address,
      kind: "profile.update",
      subject: String(meaning.timestamp),
      forms,
      now,
      expiresAt: (meaning.timestamp + timestampWindowSeconds) * 1000,
    });
    const connected = await countConnectedByForm(tx, own.address);
    const readers = connected.baseline + connected.reference - recipients;
    return { profile: { ...current, ...patch }, recipients, readers };
  });
  events.emit("outbox.due");
  return result;
}

/** The one update in each form. */
function byForm(signed: readonly Update[], owner: Address): { baseline: Update; reference: Update | null } {
  if (signed.some(({ meaning }) => meaning.ownerAddress !== owner)) throw new EwpError("ADDRESS_MISMATCH");
  const baseline = signed.find(({ form }) => form === "baseline");
  const reference = signed.find(({ form }) => form === "reference") ?? null;
  if (!baseline) {
    throw new AppError(
      "VALIDATION_FAILED",
      "A profile is signed in the baseline form, and in others beside it.",
    );
  }
  const said = JSON.stringify(patchOf(baseline.meaning));
  if (signed.some(({ meaning }) => JSON.stringify(patchOf(meaning)) !== said)) {
    throw new AppError("VALIDATION_FAILED", "What is signed in one form must be the same in the other.");
  }
  return { baseline, reference };
}

function patchOf({ url, title, description, timestamp }: Meanings["NodeProfileUpdate"]) {
  return { url, title, description: description || null, updatedAt: timestamp };
}
