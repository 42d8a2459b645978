import {
  type Address,
  type EwpClient,
  type Hash,
  type IndexItem,
  type ParsedProfile,
  PeerError,
  sameNodeUrl,
  verifyProof,
} from "@freehold/protocol";
import { safeText } from "../observability/safe-text.ts";
import { recoverNatively } from "../peers/recover.ts";
import { formatBytes, formatCount, formatMoment } from "./format.ts";
import type { Terminal } from "./terminal.ts";

export interface VerifyContext {
  readonly report: VerifyReport;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** The largest content that is read. */
  readonly maxBytes: number;
}

type Entry = Extract<IndexItem, { ok: true }>["entry"];

/** Goes through a whole node: its profile, every entry of its index, and the bytes of each. */
export async function verifyNode(client: EwpClient, url: string, context: VerifyContext): Promise<void> {
  const profile = await client.profile(context.signal);
  await context.report.add({
    what: `profile of ${safeText(profile.title)}, ${profile.address}`,
    problem: sameNodeUrl(profile.url, url) ? null : `it says that it lives at ${safeText(profile.url)}`,
    facts: { address: profile.address, url: profile.url },
  });
  let before = 0;
  for await (const item of client.publications({ signal: context.signal })) {
    context.signal.throwIfAborted();
    if (!item.ok) {
      // A node of the reference form lists what is not signed as well.
      if (item.problem === "unsigned" && profile.form === "reference") continue;
      await context.report.add({ what: "an entry of the index", problem: safeText(item.problem) });
      continue;
    }
    const { entry } = item;
    const misplaced = entry.timestamp < before ? "it stands after a later one in the index" : null;
    before = Math.max(before, entry.timestamp);
    await verifyEntry(client, entry, profile.address, context, misplaced);
  }
  context.terminal.status("");
}

/** Checks one content: finds its proof in the node's index, then the bytes. */
export async function verifyContentAt(
  client: EwpClient,
  { hash, timestamp }: { hash: Hash; timestamp: number | null },
  context: VerifyContext,
): Promise<void> {
  const profile: ParsedProfile = await client.profile(context.signal);
  for await (const item of client.publications({ signal: context.signal })) {
    if (
      item.ok &&
      item.entry.contentHash === hash &&
      (timestamp === null || item.entry.timestamp === timestamp)
    ) {
      return verifyEntry(client, item.entry, profile.address, context, null);
    }
  }
  await context.report.add({
    what: `content ${hash}`,
    problem: "it is not in the node's index, so nobody signed it",
  });
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
    facts: { contentHash: entry.contentHash, timestamp: entry.timestamp, size: content.size },
  });
}

function describeProof(entry: Entry, owner: Address): string | null {
  if (entry.publisherAddress !== owner) return `it names ${entry.publisherAddress} as its publisher`;
  return verifyProof(entry, recoverNatively) === null
    ? "the signature is not the publisher's over this"
    : null;
}

async function readContent(
  client: EwpClient,
  { contentHash, timestamp }: Entry,
  options: { maxBytes: number; signal: AbortSignal },
): Promise<{ size: number; problem: string | null }> {
  let size = 0;
  try {
    const { body } = await client.content(contentHash, { timestamp, ...options });
    for await (const chunk of body) {
      size += chunk.length;
    }
    return { size, problem: null };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof PeerError)) throw error;
    const isOther = error.code === "CONTENT_HASH_MISMATCH";
    return {
      size,
      problem: isOther ? "the bytes have another hash" : `the bytes can't be read: ${error.message}`,
    };
  }
}

/** One thing that was looked at, and what came of it. */
export interface Check {
  readonly what: string;
  /** Null when it is as it should be. */
  readonly problem: string | null;
  readonly facts?: Readonly<Record<string, string | number | null>>;
}

/** Tells checks as they are made, so that a history of any length can be gone through. */
export interface VerifyReport {
  add(check: Check): Promise<void>;
  /** @returns how many checks there were and how many failed */
  end(): Promise<{ checked: number; failed: number }>;
}

/** A report on standard output: a line for each check, or one JSON document. */
export function createVerifyReport(terminal: Terminal, target: string, json: boolean): VerifyReport {
  let checked = 0;
  let failed = 0;
  return {
    async add(check) {
      const isFirst = checked === 0;
      checked++;
      failed += check.problem === null ? 0 : 1;
      if (json) {
        const { what, problem, facts } = check;
        const head = isFirst ? `{"target":${JSON.stringify(target)},"checks":[` : ",";
        await terminal.write(`${head}\n${JSON.stringify({ what, ok: problem === null, problem, ...facts })}`);
      } else {
        await terminal.print(formatCheck(terminal, check));
      }
    },
    async end() {
      if (json) {
        const head = checked === 0 ? `{"target":${JSON.stringify(target)},"checks":[` : "\n";
        await terminal.write(`${head}],"checked":${checked},"failed":${failed},"ok":${failed === 0}}\n`);
      } else {
        const sum =
          failed === 0
            ? `${formatCount(checked, "check")} passed.`
            : `${failed} of ${formatCount(checked, "check")} failed.`;
        await terminal.print(terminal.paint(failed === 0 ? "green" : "red", sum));
      }
      return { checked, failed };
    },
  };
}

function formatCheck({ paint }: Terminal, { what, problem }: Check): string {
  return problem === null ? `${paint("green", "ok ")} ${what}` : `${paint("red", "BAD")} ${what}: ${problem}`;
}
