import {
  type Address,
  EwpError,
  isChecksumAddress,
  type Meanings,
  type ParsedProfile,
  parseEnvelope,
  parseNodeUrl,
  sameNodeUrl,
  verifyEnvelope,
} from "@freehold/protocol";
import { toPlainLine } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { hearFrom } from "../../jobs/peer-health.ts";
import { networkOf } from "../../limiter/network.ts";
import type { Tx } from "../../store/database.ts";
import { lockPeer } from "../../store/peers/connections.ts";
import { findProfile, type Profile, updateProfile } from "../../store/peers/profiles.ts";
import { recordOtherAddress, recordPeerEvent } from "../peers/peer-events.ts";
import { checkInstalled, requireInstalled } from "./owner.ts";

/**
 * Applies another node's signed profile update (specification 4.8, decisions 4). Nothing changes for an unknown node, or
 * for an update that is not newer.
 *
 * @param pathAddress the address in the path, which must be in EIP-55 form
 * @param message the signed envelope of a `NodeProfileUpdate`, and the caller's address; null where it is unknown
 * @throws EwpError in the order of decisions 2: INVALID_ADDRESS, INVALID_PAYLOAD, ADDRESS_MISMATCH,
 *   INVALID_SIGNATURE, INVALID_TIMESTAMP, URL_VERIFICATION_FAILED; AppError RATE_LIMITED
 */
export async function applyProfileUpdate(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "limiter" | "owner">,
  pathAddress: string,
  { body, ip }: { body: unknown; ip: string | null },
): Promise<void> {
  const { store, clock, recover } = context;
  await checkInstalled(context);
  if (!isChecksumAddress(pathAddress)) throw new EwpError("INVALID_ADDRESS");
  const parsed = parseEnvelope("NodeProfileUpdate", body);
  // The owner's own update may name a local address.
  if (!parseNodeUrl(parsed.claims.url)) throw new EwpError("INVALID_PAYLOAD", "The field url is malformed.");
  if (parsed.claims.ownerAddress !== pathAddress) throw new EwpError("ADDRESS_MISMATCH");
  const { meaning, signer, envelope } = verifyEnvelope(parsed, { recover, now: clock.now() });
  context.limiter.signers.spend(signer);

  const own = await requireInstalled(context);
  const known = await findProfile(store.db, pathAddress);
  if (!known || known.address === own.address) return;
  if (meaning.timestamp <= known.updatedAt) {
    if (isOlder(known, meaning)) {
      const seconds = { signed: meaning.timestamp, known: known.updatedAt };
      const event = {
        address: pathAddress,
        kind: "older-profile",
        url: meaning.url,
        detail: seconds,
      } as const;
      await store.transaction((tx) => recordPeerEvent(tx, { ...event, envelope, now: clock.now() }));
    }
    return;
  }
  const moved = sameNodeUrl(known.url, meaning.url)
    ? null
    : await context.limiter.peerCalls.run(networkOf(ip), () => verifyUrl(context, pathAddress, meaning));

  const now = clock.now();
  await store.transaction(async (tx) => {
    await lockPeer(tx, pathAddress);
    const current = await findProfile(tx, pathAddress);
    if (current && meaning.timestamp > current.updatedAt) {
      await updateProfile(tx, pathAddress, {
        url: meaning.url,
        title: toPlainLine(meaning.title),
        description: meaning.description || null,
        updatedAt: meaning.timestamp,
        ...(moved ? { form: moved.form, fetchedAt: now } : {}),
      });
      const kind = moved ? "moved" : "profile-signed";
      const detail = changesOf(current, toNamed(meaning));
      await recordPeerEvent(tx, { address: pathAddress, kind, url: meaning.url, detail, envelope, now });
      await recordOtherAddress(tx, { address: pathAddress, url: meaning.url, now });
    }
    await hearFrom(tx, pathAddress, now);
  });
}

/** Whether a signed profile is older than the known one, and another. */
function isOlder(known: Profile, meaning: Meanings["NodeProfileUpdate"]): boolean {
  const changes = changesOf(known, toNamed(meaning));
  return meaning.timestamp < known.updatedAt && Object.keys(changes).length > 0;
}

type Named = Pick<Profile, "url" | "title" | "description">;

/** A signed profile as it is stored: its title is a name in lists. */
function toNamed({ url, title, description }: Meanings["NodeProfileUpdate"]): Named {
  return { url, title: toPlainLine(title), description: description || null };
}

/** The fields in which two profiles differ, by name. */
function changesOf(
  before: Named,
  after: Named,
): Record<string, { before: string | null; after: string | null }> {
  const changed = (["url", "title", "description"] as const).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

async function verifyUrl(
  { peers, log }: Pick<Context, "peers" | "log">,
  address: Address,
  { url }: Meanings["NodeProfileUpdate"],
): Promise<ParsedProfile> {
  const profile = await peers
    .at(url)
    .profile()
    .catch((error: unknown) => {
      log.info({ address, url, error: String(error) }, "the new address of a node could not be read");
      return null;
    });
  if (profile?.address !== address) throw new EwpError("URL_VERIFICATION_FAILED");
  return profile;
}

/**
 * Reads a known node's profile again from its verified URL. The URL in the profile is not used: a move must be signed
 * (specification 4.8).
 *
 * @returns false when another address answers there now; nothing changes then
 * @throws PeerError when the node does not answer
 */
export async function refreshPeerProfile(
  { store, peers, clock, log }: Pick<Context, "store" | "peers" | "clock" | "log">,
  address: Address,
  signal?: AbortSignal,
): Promise<boolean> {
  const known = await findProfile(store.db, address);
  if (!known) return false;
  const profile = await peers.at(known.url).profile(signal);
  if (profile.address !== address) {
    log.warn({ address, url: known.url }, "another address answers at the URL of this node");
    const event = {
      address,
      kind: "other-address",
      url: known.url,
      detail: { found: profile.address },
    } as const;
    await store.transaction((tx) => recordPeerEvent(tx, { ...event, now: clock.now() }));
    return false;
  }
  const now = clock.now();
  const theirs = profile.updatedAt === null ? Number.NaN : Math.floor(Date.parse(profile.updatedAt) / 1000);
  await store.transaction(async (tx) => {
    await lockPeer(tx, address);
    const current = await findProfile(tx, address);
    if (!current || current.url !== known.url) return;
    const older = theirs < current.updatedAt;
    await recordRead(tx, { current, profile, older, theirs, now });
    await updateProfile(tx, address, {
      form: profile.form,
      fetchedAt: now,
      ...(older ? {} : { title: profile.title, description: profile.description }),
      // A time ahead of our clock would make the node's next signed updates look old.
      ...(theirs > current.updatedAt && theirs * 1000 <= now ? { updatedAt: theirs } : {}),
    });
  });
  return true;
}

/** Stores the unsigned values of a profile that was read. */
async function recordRead(
  tx: Tx,
  read: { current: Profile; profile: ParsedProfile; older: boolean; theirs: number; now: number },
): Promise<void> {
  const { current, profile, older, theirs, now } = read;
  const { address, url } = current;
  const { title, description } = profile;
  const detail = changesOf(current, { url, title, description });
  if (!sameNodeUrl(profile.url, url) && parseNodeUrl(profile.url))
    await recordPeerEvent(tx, { address, kind: "other-url", url: profile.url, detail: { before: url }, now });
  if (Object.keys(detail).length === 0) return;
  if (older) {
    const seconds = { read: theirs, known: current.updatedAt };
    await recordPeerEvent(tx, { address, kind: "older-profile", url, detail: seconds, now });
  } else await recordPeerEvent(tx, { address, kind: "profile-read", url, detail, now });
}
