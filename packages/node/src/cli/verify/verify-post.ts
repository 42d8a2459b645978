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
      good: `${node} responds, and its owner is ${who}`,
      bad: `the server at ${node} is not a Freehold or EWP site`,
      unknown: `${node} can't be reached`,
    },
    page: {
      good: "",
      bad: "",
      unknown: "the page doesn't contain a hash; give the address of the file instead",
    },
    listed: {
      good: "it is in the site's index",
      bad: "it is not in the site's index",
      unknown: "the index could not be read completely",
    },
    publisher: {
      good: `the publisher is the owner of that site, ${who}`,
      bad: `the publisher ${proof?.publisherAddress} is not the owner of that site`,
      unknown: "the publisher is unknown",
    },
    signature: {
      good: `${proof?.publisherAddress} signed this hash and date`,
      bad: "the signature is not by the publisher",
      unknown: "the signature could not be checked",
    },
    time: {
      good: `${moment}, as stated by the signer; it can't be verified`,
      bad: `${moment} is in the future`,
      unknown: "the time could not be checked",
    },
    bytes: {
      good: `${proof?.contentHash} is their hash, as signed${length}`,
      bad: "the content has another hash",
      unknown: "the bytes can't be read",
    },
  };
}

function describeVerification(found: Verification): VerifyConclusion {
  const { proof, name, node, checks } = found;
  const texts = textsOf(found);
  const who = [safeText(name), proof?.publisherAddress].filter(Boolean).join(", ");
  return {
    shows: `${who} signed exactly this content.`,
    steps: checks.map(({ name: step, state }) => ({ name: step, state, text: texts[step]?.[state] ?? "" })),
    details: { node, publisher: name || null, proof },
  };
}
