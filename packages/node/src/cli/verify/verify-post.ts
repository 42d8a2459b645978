import { hashesOfText, recoverPublicKey } from "@freehold/protocol";
import { type Verification, verifyAtNode, type Wanted } from "../../domain/verification/verify-at-node.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { Peers } from "../../peers/peers.ts";
import type { Call } from "../command.ts";
import { formatBytes } from "../format.ts";
import { readText } from "./verify-file.ts";
import { formatSecond, type VerifyConclusion, type VerifyReport } from "./verify-report.ts";

interface Lookup {
  readonly peers: Peers;
  readonly report: VerifyReport;
}

/** Checks one publication of another node with the data that the node serves. */
export async function verifyAt(
  call: Call,
  { wanted, peers, report }: Lookup & { wanted: Wanted },
): Promise<void> {
  const bounds = { signal: call.stopSignal(), maxBytes: call.config.maxContentBytes, maxEntries: Infinity };
  const context = { peers, clock: Date, recover: recoverPublicKey };
  await report.conclude(describeVerification(await verifyAtNode(context, wanted, bounds)));
}

/** Checks a file without a proof: looks for the proof in its publisher's index. */
export async function verifyTextAt(
  call: Call,
  { path, url, ...lookup }: Lookup & { path: string; url: string },
): Promise<void> {
  const hashes = hashesOfText(await readText(path));
  const wanted = { url, contentHash: null, slug: null, timestamp: null, hashes };
  await verifyAt(call, { ...lookup, wanted });
}

type Texts = Readonly<Record<Verification["checks"][number]["state"], string>>;

function textsOf({ proof, name, node, size }: Verification): Partial<Record<string, Texts>> {
  const who = safeText(name) || "its owner";
  const moment = proof ? formatSecond(proof.timestamp) : "";
  const length = size === null ? "" : `, ${formatBytes(size)}`;
  return {
    node: {
      good: `${node} answers, with ${who} as its owner`,
      bad: `the server at ${node} is not a node`,
      unknown: `${node} can't be reached`,
    },
    page: { good: "", bad: "", unknown: "the page names no hash: give the address of the content instead" },
    listed: {
      good: "it is in the node's index",
      bad: "it is not in the node's index, so nobody signed it",
      unknown: "the index could not be read to its end",
    },
    publisher: {
      good: `the publisher is the owner of that node, ${who}`,
      bad: `the publisher ${proof?.publisherAddress} is not the owner of that node`,
      unknown: "the publisher is unknown",
    },
    signature: {
      good: `${proof?.publisherAddress} signed this hash and second`,
      bad: "the signature is not the publisher's over this",
      unknown: "the signature could not be checked",
    },
    time: {
      good: `${moment}, by the signer's word; nothing else shows it`,
      bad: `${moment} is in the future`,
      unknown: "the time could not be checked",
    },
    bytes: {
      good: `${proof?.contentHash} is their hash, as signed${length}`,
      bad: "the bytes have another hash",
      unknown: "the bytes can't be read",
    },
  };
}

function describeVerification(found: Verification): VerifyConclusion {
  const { proof, name, node, checks } = found;
  const texts = textsOf(found);
  const who = [safeText(name), proof?.publisherAddress].filter(Boolean).join(", ");
  return {
    shows: `${who} signed exactly these bytes.`,
    steps: checks.map(({ name: step, state }) => ({ name: step, state, text: texts[step]?.[state] ?? "" })),
    details: { node, publisher: name || null, proof },
  };
}
