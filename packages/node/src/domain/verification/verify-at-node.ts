import {
  type Address,
  type EwpClient,
  type Hash,
  type IndexEntry,
  type ParsedProfile,
  PeerError,
  verifyProof,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { limits } from "../limits.ts";
import { isAhead } from "../replication/accept-proof.ts";
import type { Subject } from "./read-subject.ts";

/** What is looked at, in the order in which it is. */
export type CheckName = "node" | "listed" | "publisher" | "signature" | "time" | "bytes";

/** `unknown` where nothing could be found out: that is neither. */
export type CheckState = "good" | "bad" | "unknown";

export interface VerificationCheck {
  readonly name: CheckName;
  readonly state: CheckState;
}

/** What a publisher signed. */
export interface VerifiedProof {
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signature: string;
}

/** What came of looking at one publication. */
export interface Verification {
  /** The base URL of the node that was asked; null for what is held here. */
  readonly node: string | null;
  /** The publisher's name, as far as it is known; empty when it is not. */
  readonly name: string;
  /** Null where none was found. */
  readonly proof: VerifiedProof | null;
  /** Bytes that were read; null where none were. */
  readonly size: number | null;
  readonly checks: readonly VerificationCheck[];
}

type Wanted = Extract<Subject, { at: "node" }>;

/**
 * Checks a publication of another node by what that node serves: who it is, its index, and the bytes, within
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
  const profile = await attempt(() => client.profile(signal), signal);
  checks.push({ name: "node", state: stateOf(profile) });
  if (!(profile instanceof Object) || profile instanceof Failure) return found;
  const entry = await attempt(() => findEntry(client, wanted, signal), signal);
  checks.push({ name: "listed", state: entry === null ? "bad" : stateOf(entry) });
  if (entry === null || entry instanceof Failure) return { ...found, name: profile.title };
  const { contentHash, publisherAddress, timestamp, signature } = entry;
  checks.push(
    { name: "publisher", state: publisherAddress === profile.address ? "good" : "bad" },
    { name: "signature", state: verifyProof(entry, recover) === null ? "bad" : "good" },
    { name: "time", state: isAhead(timestamp, clock.now()) ? "bad" : "good" },
  );
  const size = await attempt(() => readBytes(client, entry, signal), signal);
  checks.push({ name: "bytes", state: stateOf(size) });
  return {
    ...found,
    name: nameOf(entry, profile),
    proof: { contentHash, publisherAddress, timestamp, signature },
    size: size instanceof Failure ? null : size,
  };
}

/** What a node did not do, or did wrongly. */
class Failure {
  readonly isLie: boolean;
  constructor(isLie: boolean) {
    this.isLie = isLie;
  }
}

const stateOf = (result: unknown): CheckState =>
  result instanceof Failure ? (result.isLie ? "bad" : "unknown") : "good";

/** What is called by a name here is called so by its own node alone. */
function nameOf({ publisherAddress }: IndexEntry, { address, title }: ParsedProfile): string {
  return publisherAddress === address ? title : "";
}

async function attempt<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T | Failure> {
  try {
    return await act();
  } catch (error) {
    if (signal.aborted) return new Failure(false);
    if (error instanceof PeerError) return new Failure(error.code === "CONTENT_HASH_MISMATCH");
    throw error;
  }
}

/** Where the second is known, the index begins with it; else it is gone through as far as `verifiedEntries`. */
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
