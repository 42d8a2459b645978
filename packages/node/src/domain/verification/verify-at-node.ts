import {
  type EwpClient,
  type Hash,
  type IndexEntry,
  type IndexItem,
  type ParsedProfile,
  PeerError,
  type ProofEntry,
  verifyProof,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { limits } from "../limits.ts";
import { isAhead } from "../replication/accept-proof.ts";
import { findHashInPage } from "./find-hash-in-page.ts";
import type { RemoteSubject } from "./read-subject.ts";

const verifiedEntries = 10_000; // entries of another node's index that are read to find a publication

/** `unknown` when it can't be checked. */
export type CheckState = "good" | "bad" | "unknown";

interface VerificationCheck {
  readonly name: "node" | "page" | "listed" | "publisher" | "signature" | "time" | "bytes" | "entries";
  readonly state: CheckState;
}

/** The result for one publication. */
export interface Verification {
  /** The base URL of the other node; null for a publication stored here. */
  readonly node: string | null;
  /** Whether it was checked as it was pasted, with nothing but its own proof. */
  readonly isPasted?: boolean;
  /** The publisher's name; empty when it is unknown. */
  readonly name: string;
  /** Null where none was found. */
  readonly proof: ProofEntry | null;
  /** Number of bytes read; null when they were not read. */
  readonly size: number | null;
  /** In the order of checking. */
  readonly checks: readonly VerificationCheck[];
  /** The number of checked entries of the index, for a whole node. */
  readonly entries?: number;
}

/** A publication of another node; of a pasted text, the hashes that it may have. */
export type Wanted = Omit<RemoteSubject, "at"> & { readonly hashes?: { has(hash: Hash): boolean } };

export interface VerifyBounds {
  readonly signal: AbortSignal;
  /** The largest content that is read. */
  readonly maxBytes: number;
  /** Entries of an index. */
  readonly maxEntries: number;
}

type VerifyContext = Pick<Context, "peers" | "clock" | "recover">;

/** The bounds of a verification for a visitor. */
function visitorBounds(): VerifyBounds {
  return {
    signal: AbortSignal.timeout(limits.verificationMs),
    maxBytes: limits.verifiedBytes,
    maxEntries: verifiedEntries,
  };
}

/**
 * Checks a publication of another node with the data that the node serves: its profile, its index and the bytes. By default
 * within `verificationMs`, `verifiedBytes` and `verifiedEntries`.
 */
export async function verifyAtNode(
  { peers, clock, recover }: VerifyContext,
  wanted: Wanted,
  bounds: VerifyBounds = visitorBounds(),
): Promise<Verification> {
  const { signal } = bounds;
  const checks: VerificationCheck[] = [];
  const found = { node: wanted.url, name: "", proof: null, size: null, checks };
  const client = peers.at(wanted.url);
  const { value: profile, ...node } = await attempt(() => client.profile(signal), signal);
  checks.push({ name: "node", ...node });
  if (!profile) return found;
  const named = await readHash({ peers }, wanted, signal);
  if (named === null) {
    checks.push({ name: "page", state: "unknown" });
    return { ...found, name: profile.title };
  }
  const { value: entry, ...listed } = await attempt(() => findEntry(client, named, bounds), signal);
  checks.push({ name: "listed", state: entry === null ? "bad" : listed.state });
  if (!entry) return { ...found, name: profile.title };
  const { contentHash, publisherAddress, timestamp, signature } = entry;
  checks.push(
    { name: "publisher", state: publisherAddress === profile.address ? "good" : "bad" },
    { name: "signature", state: verifyProof(entry, recover) === null ? "bad" : "good" },
    { name: "time", state: isAhead(timestamp, clock.now()) ? "bad" : "good" },
  );
  if (wanted.hashes) checks.push({ name: "bytes", state: "good" });
  const { value: size = null, ...bytes } = wanted.hashes
    ? { value: null, state: null }
    : await attempt(() => readBytes(client, entry, bounds), signal);
  if (bytes.state !== null) checks.push({ name: "bytes", state: bytes.state });
  return {
    ...found,
    // A node names only its own owner.
    name: publisherAddress === profile.address ? profile.title : "",
    proof: { contentHash, publisherAddress, timestamp, signature },
    size,
  };
}

/** Calls the node. Without a value, the node failed (unknown) or served wrong bytes (bad). */
async function attempt<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
): Promise<{ value?: T; state: CheckState }> {
  try {
    return { value: await call(), state: "good" };
  } catch (error) {
    if (signal.aborted) return { state: "unknown" };
    if (!(error instanceof PeerError)) throw error;
    return { state: error.code === "CONTENT_HASH_MISMATCH" ? "bad" : "unknown" };
  }
}

/** A page with a number tells the hash; null where it does not. */
async function readHash(
  context: Pick<Context, "peers">,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Wanted | null> {
  const { page } = wanted;
  if (page === undefined) return wanted;
  const { value: contentHash = null } = await attempt(() => findHashInPage(context, page, signal), signal);
  return contentHash === null ? null : { ...wanted, contentHash };
}

/** Reads the index from the publication's second, if it is known, or from its beginning. */
async function findEntry(
  client: EwpClient,
  { contentHash, hashes, slug, timestamp }: Wanted,
  { signal, maxEntries }: VerifyBounds,
): Promise<IndexEntry | null> {
  let seen = 0;
  const since = timestamp === null || timestamp === 0 ? null : timestamp - 1;
  for await (const item of client.publications({ since, signal })) {
    seen += 1;
    if (seen > maxEntries) throw tooLong();
    if (!item.ok || (timestamp !== null && item.entry.timestamp !== timestamp)) continue;
    const { entry } = item;
    if (
      hashes
        ? hashes.has(entry.contentHash)
        : contentHash
          ? entry.contentHash === contentHash
          : entry.slug === slug
    )
      return entry;
  }
  return null;
}

function tooLong(): PeerError {
  return new PeerError("bad-reply", "Its index is too long for this.");
}

async function readBytes(
  client: EwpClient,
  { contentHash, timestamp }: IndexEntry,
  { maxBytes, signal }: VerifyBounds,
): Promise<number> {
  const { body } = await client.content(contentHash, { timestamp, maxBytes, signal });
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
}

/** Checks another node for a visitor: its profile, and every signature of its index. No content is read. */
export async function verifyIndexAtNode(
  { peers, recover }: VerifyContext,
  url: string,
): Promise<Verification> {
  const { signal, maxEntries } = visitorBounds();
  const checks: VerificationCheck[] = [];
  const found = { node: url, name: "", proof: null, size: null, checks };
  const client = peers.at(url);
  const { value: profile, ...node } = await attempt(() => client.profile(signal), signal);
  checks.push({ name: "node", ...node });
  if (!profile) return found;
  const tally = { entries: 0, isForged: false };
  const read = await attempt(async () => {
    for await (const item of client.publications({ signal })) {
      tally.entries += 1;
      if (tally.entries > maxEntries) throw tooLong();
      tally.isForged ||= !isOwn(item, profile, recover);
    }
  }, signal);
  checks.push({ name: "entries", state: tally.isForged ? "bad" : read.state });
  return { ...found, name: profile.title, entries: tally.entries };
}

/** Whether an entry is signed by the owner of its node. A node of the reference form lists unsigned publications, too. */
function isOwn(item: IndexItem, { address, form }: ParsedProfile, recover: Context["recover"]): boolean {
  if (!item.ok) return item.problem === "unsigned" && form === "reference";
  return item.entry.publisherAddress === address && verifyProof(item.entry, recover) !== null;
}
