import {
  type Address,
  type Envelope,
  EwpError,
  type Form,
  type Meanings,
  PeerError,
  parseEnvelope,
  parseNodeUrl,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import { readTypedAddress } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { findOwnProfile, findProfile, type Profile, updateProfile } from "../../store/peers/profiles.ts";
import { addForConnectedNodes } from "../../store/queues/fan-out.ts";
import type { OutboxEntry } from "../../store/queues/outbox.ts";
import { countConnectedByForm } from "../../store/queues/outbox.ts";
import { requireCertainClock } from "../clock.ts";
import { formOf } from "../peers/peer-identity.ts";
import { addEarlierUrl } from "./own-addresses.ts";
import { requireOwner } from "./owner.ts";

/**
 * The message to sign for a new profile, and the forms to sign it in, so that every connected node understands one of
 * them (decisions 4). Without changes, it broadcasts the current profile.
 *
 * @param changes the new values; an empty description removes it
 * @returns the forms, the baseline one first
 */
export async function prepareProfileUpdate(
  context: Pick<Context, "store" | "clock" | "owner">,
  changes: Partial<Record<"url" | "title" | "description", string | undefined>> = {},
): Promise<{ meaning: Meanings["NodeProfileUpdate"]; forms: Form[] }> {
  const own = await requireOwner(context);
  await requireCertainClock(context.store.db);
  const { reference } = await countConnectedByForm(context.store.db, own.address);
  const meaning = {
    ownerAddress: own.address,
    url: changes.url === undefined || changes.url === own.url ? own.url : readOwnAddress(changes.url),
    title: changes.title ?? own.title,
    description: changes.description ?? own.description ?? "",
    // The later one of two updates in one second must be newer.
    timestamp: Math.max(Math.floor(context.clock.now() / 1000), own.updatedAt + 1),
  };
  return { meaning, forms: reference > 0 ? ["baseline", "reference"] : ["baseline"] };
}

/** An address that the owner gives this node, as it is signed. @throws AppError VALIDATION_FAILED with the reason */
export function readOwnAddress(typed: string): string {
  const { url } = readTypedAddress(typed);
  if (url === null)
    throw new AppError(
      "VALIDATION_FAILED",
      "The address of a site is https:// and a name of its own, without a path, user, query or fragment.",
      { field: "url" },
    );
  return url;
}

type Update = Verified<"NodeProfileUpdate">;

/** The new signed address, and the one that other nodes know. */
export interface SignedAddress {
  readonly url: string;
  readonly current: string;
}

/** A new address that is tried before it is signed. */
export interface AddressToTry extends SignedAddress {
  readonly signal: AbortSignal;
  /** Gets why its name leads nowhere yet, which is then no reason to refuse it. */
  readonly onNoName?: ((finding: string) => void) | undefined;
}

/** The new profile, and its recipients. */
export interface UpdatedProfile {
  profile: Profile;
  /** How many nodes it is sent to. */
  recipients: number;
  /** How many nodes read it later by themselves: it is not signed in their form. */
  readers: number;
}

/** Takes any address: it was tried before it was signed, or its owner insists on it. */
export const takeAnyAddress = async (): Promise<void> => {};

/**
 * Stores the owner's signed profile and queues it for every follower and followee, in one transaction (decisions 4). With
 * an unchanged profile, it is a broadcast. Nodes of the reference form get it if it is signed in that form, too; if not,
 * the header of the next publication makes them read it.
 *
 * @param bodies signed envelopes of one `NodeProfileUpdate`, one for each form; the baseline one is required
 * @param requireAddress throws for an address that the owner should not take; nothing is stored then
 * @throws EwpError for an invalid envelope; AppError CONFLICT when there is a newer update already, VALIDATION_FAILED
 *   when the envelopes differ
 */
export async function updateOwnProfile(
  context: Pick<Context, "store" | "clock" | "recover" | "owner">,
  bodies: readonly unknown[],
  requireAddress: (address: SignedAddress) => Promise<void>,
): Promise<UpdatedProfile> {
  const { store, clock, recover } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const signed = bodies.map((body) =>
    verifyEnvelope(parseEnvelope("NodeProfileUpdate", body), { recover, now }),
  );
  const update = byForm(signed, own.address);
  const { meaning } = update.baseline;
  // Nodes that know the public address refuse a local one.
  if (parseNodeUrl(own.url) && !parseNodeUrl(meaning.url)) {
    throw new EwpError("INVALID_PAYLOAD", "The field url is malformed.");
  }
  if (meaning.url !== own.url && readOwnAddress(meaning.url) !== meaning.url)
    throw new AppError("VALIDATION_FAILED", msg`Sign the address as ${readOwnAddress(meaning.url)}.`);
  await requireAddress({ url: meaning.url, current: own.url });
  const result = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "profile");
    const current = (await findOwnProfile(tx)) ?? own;
    if (meaning.timestamp <= current.updatedAt) {
      throw new AppError("CONFLICT", "There is already a newer profile. Sign this one again.");
    }
    const patch = patchOf(meaning);
    await updateProfile(tx, own.address, patch);
    if (patch.url !== current.url) await addEarlierUrl(tx, current.url);
    const { baseline, reference } = update;
    await saveSignedUpdate(tx, { baseline: baseline.envelope, reference: reference?.envelope ?? null });
    const forms: Form[] = reference ? ["baseline", "reference"] : ["baseline"];
    await addForConnectedNodes(tx, {
      self: own.address,
      kind: "profile.update",
      subject: String(meaning.timestamp),
      forms,
      now,
      expiresAt: (meaning.timestamp + timestampWindowSeconds) * 1000,
    });
    const connected = await countConnectedByForm(tx, own.address);
    const recipients = forms.reduce((sum, form) => sum + connected[form], 0);
    const readers = connected.baseline + connected.reference - recipients;
    return { profile: { ...current, ...patch }, recipients, readers };
  });
  return result;
}

/** The one update in each form. */
function byForm(signed: readonly Update[], owner: Address): { baseline: Update; reference: Update | null } {
  if (signed.some(({ meaning }) => meaning.ownerAddress !== owner)) throw new EwpError("ADDRESS_MISMATCH");
  const baseline = signed.find(({ form }) => form === "baseline");
  const reference = signed.find(({ form }) => form === "reference") ?? null;
  if (!baseline) {
    throw new AppError("VALIDATION_FAILED", "A profile must be signed in the baseline form.");
  }
  const patch = JSON.stringify(patchOf(baseline.meaning));
  if (signed.some(({ meaning }) => JSON.stringify(patchOf(meaning)) !== patch)) {
    throw new AppError("VALIDATION_FAILED", "The signed values must be the same in each form.");
  }
  return { baseline, reference };
}

function patchOf({ url, title, description, timestamp }: Meanings["NodeProfileUpdate"]) {
  return { url, title, description: description || null, updatedAt: timestamp };
}

/** Outbox work: sends the owner's newest signed profile to one connected node (specification 4.8). */
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
 * How many nodes a new profile is for: followers and followees, each once.
 *
 * @throws AppError NOT_INSTALLED
 */
export async function countProfileRecipients(context: Pick<Context, "store" | "owner">): Promise<number> {
  const own = await requireOwner(context);
  const { baseline, reference } = await countConnectedByForm(context.store.db, own.address);
  return baseline + reference;
}

/** The owner's newest signed profile in each form; null where it is not signed in that form. */
type SignedUpdate = Readonly<Record<Form, Envelope | null>>;

const key = "profile_update";

/** Saves the update that is sent to the connected nodes, in place of an earlier one. */
export async function saveSignedUpdate(tx: Tx, update: SignedUpdate): Promise<void> {
  await writeMeta(tx, key, JSON.stringify(update));
}

/** The update that is sent to the connected nodes, or null. */
export async function readSignedUpdate(db: Reader): Promise<SignedUpdate | null> {
  const saved = await readMeta(db, key);
  return saved === null ? null : (JSON.parse(saved) as SignedUpdate);
}
