import {
  type Address,
  type EwpClient,
  type Hash,
  type IndexItem,
  PeerError,
  recoverPublicKey,
  sameNodeUrl,
  verifyProof,
} from "@freehold/protocol";
import { safeText } from "../observability/safe-text.ts";
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

/** Checks a whole node: its profile, every entry of its index, and the bytes of each. */
export async function verifyNode(client: EwpClient, url: string, context: VerifyContext): Promise<void> {
  const profile = await client.profile(context.signal);
  await context.report.add({
    what: `profile of ${safeText(profile.title)}, ${profile.address}`,
    problem: sameNodeUrl(profile.url, url) ? null : `it says that it lives at ${safeText(profile.url)}`,
    details: { address: profile.address, url: profile.url },
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
  const profile = await client.profile(context.signal);
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
    details: { contentHash: entry.contentHash, timestamp: entry.timestamp, size: content.size },
  });
}

function describeProof(entry: Entry, owner: Address): string | null {
  if (entry.publisherAddress !== owner) return `it names ${entry.publisherAddress} as its publisher`;
  return verifyProof(entry, recoverPublicKey) === null
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
    for await (const chunk of body) size += chunk.length;
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

interface Check {
  readonly what: string;
  /** Null if the check passed. */
  readonly problem: string | null;
  readonly details?: Readonly<Record<string, string | number | null>>;
}

export type VerifyReport = ReturnType<typeof createVerifyReport>;

/**
 * A report on standard output: a line for each check, or one JSON document. Each check is printed at once, so a history
 * of any length fits into memory.
 */
export function createVerifyReport(terminal: Terminal, target: string, json: boolean) {
  const { paint, print, write } = terminal;
  const head = `{"target":${JSON.stringify(target)},"checks":[`;
  let [checked, failed] = [0, 0];
  return {
    async add({ what, problem, details }: Check): Promise<void> {
      const separator = checked === 0 ? head : ",";
      checked++;
      failed += problem === null ? 0 : 1;
      if (json) {
        return await write(
          `${separator}\n${JSON.stringify({ what, ok: problem === null, problem, ...details })}`,
        );
      }
      await print(
        problem === null ? `${paint("green", "ok ")} ${what}` : `${paint("red", "BAD")} ${what}: ${problem}`,
      );
    },
    /** @returns how many checks failed */
    async end(): Promise<number> {
      const isOk = failed === 0;
      const count = formatCount(checked, "check");
      await (json
        ? write(`${checked === 0 ? head : "\n"}],"checked":${checked},"failed":${failed},"ok":${isOk}}\n`)
        : print(isOk ? paint("green", `${count} passed.`) : paint("red", `${failed} of ${count} failed.`)));
      return failed;
    },
  };
}
