import { parseAddress, parseNodeUrl } from "@freehold/protocol";
import { readRemoteSubject } from "../../domain/verification/read-subject.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { createPeers, type Peers } from "../../peers/peers.ts";
import { argumentAt, type Call, textOf } from "../command.ts";
import { explainOpening, openForCall } from "../open-for-call.ts";
import { findPeer } from "../publishing/peers.ts";
import { verifyFile } from "./verify-file.ts";
import { verifyNode } from "./verify-node.ts";
import { verifyAt, verifyTextAt } from "./verify-post.ts";
import { createVerifyReport, type VerifyReport } from "./verify-report.ts";

/** `freehold verify`: computes every hash and signature again, and prints a line for each. */
export async function verify(call: Call): Promise<void> {
  const target = argumentAt(call, 0);
  const report = createVerifyReport(call.terminal, target, call.json);
  const isRemote = /^https?:\/\//i.test(target);
  const [proof, publisher] = [call.arguments[1], textOf(call, "publisher")];
  if (isRemote && (proof ?? publisher) !== undefined)
    throw new AppError("USAGE", "A URL needs no proof: it is in the site's index.");
  if (isRemote) await withPeers(call, (peers) => verifyRemote(call, { target, peers, report }));
  else if (publisher === undefined)
    await verifyFile(call, { path: target, proofPath: proof ?? null, report });
  else {
    const url = await locatePublisher(call, publisher);
    await withPeers(call, (peers) => verifyTextAt(call, { path: target, url, peers, report }));
  }
  const { failed, isOpen } = await report.end();
  if (failed > 0) throw new AppError("VERIFICATION_FAILED", msg`${target} is not valid.`);
  if (isOpen) throw new AppError("VERIFICATION_FAILED", msg`${target} could not be verified completely.`);
}

interface RemoteTarget {
  readonly target: string;
  readonly peers: Peers;
  readonly report: VerifyReport;
}

async function verifyRemote(call: Call, { target, peers, report }: RemoteTarget): Promise<void> {
  const { config, terminal } = call;
  if (!URL.canParse(target)) throw new AppError("USAGE", msg`${JSON.stringify(target)} is not a URL.`);
  const subject = readRemoteSubject(target);
  if (subject?.at === "node") return await verifyAt(call, { wanted: subject, peers, report });
  const context = { report, terminal, signal: call.stopSignal(), maxBytes: config.maxContentBytes };
  await verifyNode(peers.at(target), target, context);
}

async function withPeers(call: Call, run: (peers: Peers) => Promise<void>): Promise<void> {
  const peers = openPeers(call);
  try {
    await run(peers);
  } finally {
    await peers.close();
  }
}

function openPeers({ config }: Call): Peers {
  try {
    return createPeers({ config, userAgent: "Freehold (verify)" });
  } catch (error) {
    return explainOpening(error);
  }
}

/** The URL of a publisher's node; that of an address, as this node knows it. @throws AppError USAGE, NOT_FOUND */
async function locatePublisher(call: Call, publisher: string): Promise<string> {
  if (parseNodeUrl(publisher)) return publisher;
  if (parseAddress(publisher) === null)
    throw new AppError(
      "USAGE",
      "--publisher is the https:// address of a node, or the address of its owner.",
    );
  await using node = await openForCall(call);
  return (await findPeer(node, publisher)).url;
}
