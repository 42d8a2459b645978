import {
  type Address,
  type EwpClient,
  type IndexItem,
  PeerError,
  recoverPublicKey,
  sameNodeUrl,
  verifyProof,
} from "@freehold/protocol";
import { safeText } from "../../observability/safe-text.ts";
import { formatBytes, formatMoment } from "../format.ts";
import type { Terminal } from "../terminal.ts";
import type { VerifyReport } from "./verify-report.ts";

export interface VerifyContext {
  readonly report: VerifyReport;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** The largest content that is read. */
  readonly maxBytes: number;
}

type Entry = Extract<IndexItem, { ok: true }>["entry"];

/** Checks a whole node: its profile, every entry of its index, and the bytes of each. */
export async function verifyNode(client: EwpClient, url: string, context: VerifyContext): Promise<void> {
  const profile = await client.profile(context.signal);
  await context.report.add({
    what: `profile of ${safeText(profile.title)}, ${profile.address}`,
    problem: sameNodeUrl(profile.url, url) ? null : `it claims to be at ${safeText(profile.url)}`,
    details: { address: profile.address, url: profile.url },
  });
  let before = 0;
  for await (const item of client.publications({ signal: context.signal })) {
    context.signal.throwIfAborted();
    if (!item.ok) {
      // A node of the reference form lists unsigned publications as well.
      if (item.problem === "unsigned" && profile.form === "reference") continue;
      await context.report.add({ what: "an entry of the index", problem: safeText(item.problem) });
      continue;
    }
    const { entry } = item;
    const misplaced = entry.timestamp < before ? "it comes after a later one in the index" : null;
    before = Math.max(before, entry.timestamp);
    await verifyEntry(client, entry, profile.address, context, misplaced);
  }
  context.terminal.status("");
}

async function verifyEntry(
  client: EwpClient,
  entry: Entry,
  owner: Address,
  { report, terminal, signal, maxBytes }: VerifyContext,
  misplaced: string | null,
): Promise<void> {
  const name = `${formatMoment(entry.timestamp * 1000)}  ${entry.contentHash}`;
  if (terminal.showsProgress) terminal.status(name);
  const content = await readContent(client, entry, { maxBytes, signal });
  if (terminal.showsProgress) terminal.status("");
  const problems = [misplaced, describeProof(entry, owner), content.problem].filter((one) => one !== null);
  await report.add({
    what: `${name}  ${content.problem === null ? formatBytes(content.size) : ""}`.trimEnd(),
    problem: problems.join("; ") || null,
    details: { contentHash: entry.contentHash, timestamp: entry.timestamp, size: content.size },
  });
}

function describeProof(entry: Entry, owner: Address): string | null {
  if (entry.publisherAddress !== owner) return `it names ${entry.publisherAddress} as its publisher`;
  return verifyProof(entry, recoverPublicKey) === null ? "the signature is not by the publisher" : null;
}

async function readContent(
  client: EwpClient,
  { contentHash, timestamp }: Entry,
  options: { maxBytes: number; signal: AbortSignal },
): Promise<{ size: number; problem: string | null }> {
  let size = 0;
  try {
    const { body } = await client.content(contentHash, { timestamp, ...options });
    for await (const chunk of body) size += chunk.length;
    return { size, problem: null };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof PeerError)) throw error;
    const isOther = error.code === "CONTENT_HASH_MISMATCH";
    return {
      size,
      problem: isOther ? "the content has another hash" : `the bytes can't be read: ${error.message}`,
    };
  }
}
