import {
  type Address,
  type Envelope,
  EwpError,
  type Form,
  type Meanings,
  PeerError,
  parseEnvelope,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { OutboxEntry } from "../../store/outbox.ts";
import { addForConnectedNodes, countConnectedByForm } from "../../store/outbox.ts";
import { findOwnProfile, findProfile, type Profile, updateProfile } from "../../store/profiles.ts";
import { formOf } from "../connections/peer-identity.ts";
import { requireOwner } from "./owner.ts";

/**
 * Says what is to be signed for a new profile, and in which forms, so that every connected node understands one of
 * them (decisions 4). With no changes it is a broadcast of the profile as it stands.
 *
 * @param changes what is to be another; an empty description removes it
 * @returns the forms to sign it in, the baseline one first
 */
export async function prepareProfileUpdate(
  context: Pick<Context, "store" | "clock" | "owner">,
  changes: Partial<Record<"url" | "title" | "description", string | undefined>> = {},
): Promise<{ meaning: Meanings["NodeProfileUpdate"]; forms: Form[] }> {
  const own = await requireOwner(context);
  const { reference } = await countConnectedByForm(context.store.db, own.address);
  const meaning = {
    ownerAddress: own.address,
    url: changes.url ?? own.url,
    title: changes.title ?? own.title,
    description: changes.description ?? own.description ?? "",
    // Two updates in one second: the later one must be newer.
    timestamp: Math.max(Math.floor(context.clock.now() / 1000), own.updatedAt + 1),
  };
  return { meaning, forms: reference > 0 ? ["baseline", "reference"] : ["baseline"] };
}

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
  context: Pick<Context, "store" | "clock" | "recover" | "events" | "owner">,
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

/** Outbox work: brings the owner's newest signed profile to one connected node (specification 4.8). */
export async function deliverProfileUpdate(
  { store, owner, peers }: Pick<Context, "store" | "peers" | "owner">,
  entry: OutboxEntry,
  signal?: AbortSignal,
): Promise<Outcome> {
  const own = await owner.get();
  const peer = await findProfile(store.db, entry.peerAddress);
  const envelope = peer && (await readSignedUpdate(store.db))?.[formOf(peer)];
  if (!own || !envelope) return { result: "refused", reason: "it is not signed in the form that it speaks" };
  if (String(envelope.typedData.message.timestamp) !== entry.subject) {
    return { result: "refused", reason: "a newer profile went out instead" };
  }
  try {
    await peers.at(peer.url, peer.form).updateNode(own.address, envelope, signal);
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
}

/**
 * How many nodes hear of a new profile: every follower and everybody who is followed, each once.
 *
 * @throws AppError NOT_INSTALLED
 */
export async function countProfileRecipients(context: Pick<Context, "store" | "owner">): Promise<number> {
  const own = await requireOwner(context);
  const { baseline, reference } = await countConnectedByForm(context.store.db, own.address);
  return baseline + reference;
}

/** The owner's newest profile, as it was signed for those who speak each form; null where it was not. */
export type SignedUpdate = Readonly<Record<Form, Envelope | null>>;

const key = "profile_update";

/** Keeps the update that is on its way to the connected nodes; a later one takes its place. */
export async function saveSignedUpdate(tx: Tx, update: SignedUpdate): Promise<void> {
  await writeMeta(tx, key, JSON.stringify(update));
}

/** The update that is on its way, or null. */
export async function readSignedUpdate(db: Reader): Promise<SignedUpdate | null> {
  const saved = await readMeta(db, key);
  return saved === null ? null : (JSON.parse(saved) as SignedUpdate);
}
