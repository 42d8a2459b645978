import { type EwpClient, type IndexEntry, PeerError, verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { limits } from "../limits.ts";
import { isAhead } from "../replication/accept-proof.ts";
import type { Subject } from "./read-subject.ts";

/** `unknown` when it can't be checked. */
export type CheckState = "good" | "bad" | "unknown";

interface VerificationCheck {
  readonly name: "node" | "listed" | "publisher" | "signature" | "time" | "bytes";
  readonly state: CheckState;
}

/** The result for one publication. */
export interface Verification {
  /** The base URL of the other node; null for a publication stored here. */
  readonly node: string | null;
  /** The publisher's name; empty when it is unknown. */
  readonly name: string;
  /** Null where none was found. */
  readonly proof: Pick<IndexEntry, "contentHash" | "publisherAddress" | "timestamp" | "signature"> | null;
  /** Number of bytes read; null when they were not read. */
  readonly size: number | null;
  /** In the order of checking. */
  readonly checks: readonly VerificationCheck[];
}

type Wanted = Extract<Subject, { at: "node" }>;

/**
 * Checks a publication of another node by what that node serves: its profile, its index and the bytes, within
 * `verificationMs` and `verifiedBytes`.
 */
export async function verifyAtNode(
  { peers, clock, recover }: Pick<Context, "peers" | "clock" | "recover">,
  wanted: Wanted,
): Promise<Verification> {
  const signal = AbortSignal.timeout(limits.verificationMs);
  const checks: VerificationCheck[] = [];
  const found = { node: wanted.url, name: "", proof: null, size: null, checks };
  const client = peers.at(wanted.url);
  const { value: profile, ...node } = await attempt(() => client.profile(signal), signal);
  checks.push({ name: "node", ...node });
  if (!profile) return found;
  const { value: entry, ...listed } = await attempt(() => findEntry(client, wanted, signal), signal);
  checks.push({ name: "listed", state: entry === null ? "bad" : listed.state });
  if (!entry) return { ...found, name: profile.title };
  const { contentHash, publisherAddress, timestamp, signature } = entry;
  checks.push(
    { name: "publisher", state: publisherAddress === profile.address ? "good" : "bad" },
    { name: "signature", state: verifyProof(entry, recover) === null ? "bad" : "good" },
    { name: "time", state: isAhead(timestamp, clock.now()) ? "bad" : "good" },
  );
  const { value: size = null, ...bytes } = await attempt(() => readBytes(client, entry, signal), signal);
  checks.push({ name: "bytes", ...bytes });
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

/** Reads the index from the publication's second, if it is known, or from its beginning, up to `verifiedEntries`. */
async function findEntry(
  client: EwpClient,
  { contentHash, slug, timestamp }: Wanted,
  signal: AbortSignal,
): Promise<IndexEntry | null> {
  let seen = 0;
  const since = timestamp === null || timestamp === 0 ? null : timestamp - 1;
  for await (const item of client.publications({ since, signal })) {
    seen += 1;
    if (seen > limits.verifiedEntries) throw new PeerError("bad-reply", "Its index is too long for this.");
    if (!item.ok || (timestamp !== null && item.entry.timestamp !== timestamp)) continue;
    if (contentHash === null ? item.entry.slug === slug : item.entry.contentHash === contentHash) {
      return item.entry;
    }
  }
  return null;
}

async function readBytes(client: EwpClient, entry: IndexEntry, signal: AbortSignal): Promise<number> {
  const { contentHash, timestamp } = entry;
  const { body } = await client.content(contentHash, { timestamp, maxBytes: limits.verifiedBytes, signal });
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
}
