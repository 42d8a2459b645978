import {
  type Address,
  type Envelope,
  EwpError,
  type MessageKind,
  parseAddress,
  parseEnvelope,
  parseNodeUrl,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import {
  addPeerEvent,
  listAddressesAt,
  listPeerEvents,
  type PeerEvent,
} from "../../store/peers/peer-events.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import type { PeerEventKind } from "../../store/tables/peers.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";

/** Events that should not happen without the signature of a node's owner. */
const warnings: ReadonlySet<PeerEventKind> = new Set([
  "other-address",
  "other-url",
  "two-urls",
  "older-profile",
]);

interface PeerOccurrence {
  readonly address: Address;
  readonly kind: PeerEventKind;
  /** The URL of the event; null for the known one. */
  readonly url?: string | null;
  /** The changed values by their names. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The signed message, if one caused it. */
  readonly envelope?: Envelope;
  readonly now: number;
}

/** Writes down what happened with a node, in the transaction that causes it. A warning is an event. */
export async function recordPeerEvent(tx: Tx, occurrence: PeerOccurrence): Promise<void> {
  const { address, kind, url = null, detail = {}, envelope, now } = occurrence;
  const isWarning = warnings.has(kind);
  const proof = envelope ? JSON.stringify(envelope) : null;
  const isNew = await addPeerEvent(tx, { address, kind, isWarning, url, detail, proof, now });
  if (!isNew || !isWarning) return;
  const profile = await findProfile(tx, address);
  const fields = { address, title: profile?.title ?? null, url: profile?.url ?? null, kind };
  await emit(tx, "peer.warning", { ...fields, now });
}

/** Writes down that a node could not be reached for a day (`since` and `now` in ms). */
export async function recordFailingPeer(
  tx: Tx,
  { address, since: sinceMs, now }: { address: Address; since: number; now: number },
): Promise<void> {
  const profile = await findProfile(tx, address);
  const url = profile?.url ?? null;
  const since = new Date(sinceMs).toISOString();
  await recordPeerEvent(tx, { address, kind: "unreachable", url, detail: { since }, now });
  await emit(tx, "peer.failing", { address, title: profile?.title ?? null, url, since, now });
}

/** Notes that other nodes that were known at a URL are not there any more: this address answers there now. */
export async function recordOtherAddress(
  tx: Tx,
  { address, url, now }: { address: Address; url: string; now: number },
): Promise<void> {
  for (const other of await listAddressesAt(tx, url)) {
    if (other === address) continue;
    await recordPeerEvent(tx, {
      address: other,
      kind: "other-address",
      url,
      detail: { found: address },
      now,
    });
  }
}

/** An event as the owner sees it. */
export interface PeerEventView {
  readonly id: number;
  readonly kind: PeerEventKind;
  readonly isWarning: boolean;
  readonly url: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The signed message; null for an unsigned event. */
  readonly proof: Envelope | null;
  /** The signer, verified again now; null for none, and for a signature that is no longer valid. */
  readonly signedBy: Address | null;
  /** ISO 8601 UTC */
  readonly createdAt: string;
}

/**
 * A page of the events of a node, newest first; the signatures are checked again.
 *
 * @throws AppError VALIDATION_FAILED as `readPage`
 */
export function readPeerHistory(
  { store, recover }: Pick<Context, "store" | "recover">,
  { address, ...request }: PageRequest & { address: Address },
): Promise<Page<PeerEventView>> {
  return readPageById(request, async (page) => {
    const events = await listPeerEvents(store.db, { address, ...page });
    return events.map((event) => describeEvent(event, recover));
  });
}

function describeEvent(event: PeerEvent, recover: Context["recover"]): PeerEventView {
  const { id, kind, isWarning, url, detail, createdAt } = event;
  const proof = event.proof === null ? null : (JSON.parse(event.proof) as Envelope);
  return {
    id,
    kind,
    isWarning: isWarning === 1,
    url,
    proof,
    detail: JSON.parse(detail) as Record<string, unknown>,
    signedBy: proof && signerOf(proof, recover),
    createdAt: new Date(createdAt).toISOString(),
  };
}

const kinds: readonly MessageKind[] = ["CreateConnection", "DestroyConnection", "NodeProfileUpdate"];

function signerOf(envelope: Envelope, recover: Context["recover"]): Address | null {
  for (const kind of kinds) {
    try {
      return verifyEnvelope(parseEnvelope(kind, envelope), { recover }).signer;
    } catch (error) {
      if (!(error instanceof EwpError)) throw error;
    }
  }
  return null;
}

/**
 * The address of a node that is or was known here, by its address or its URL.
 *
 * @throws AppError USAGE for neither, NOT_FOUND
 */
export async function findKnownAddress({ store }: Pick<Context, "store">, name: string): Promise<Address> {
  const address = parseAddress(name);
  if (address === null && !parseNodeUrl(name)) {
    throw new AppError("USAGE", msg`${JSON.stringify(name)} is neither the URL of a site nor an address.`);
  }
  if (address !== null && (await findProfile(store.db, address))?.isSelf === false) return address;
  const bare = name.replace(/(?<!\/)\/+$/, "");
  const [found] =
    address === null
      ? [...(await listAddressesAt(store.db, bare)), ...(await listAddressesAt(store.db, `${bare}/`))]
      : [];
  if (found) return found;
  throw new AppError("NOT_FOUND", msg`This node does not know ${name}.`);
}
