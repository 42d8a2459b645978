import { parseHash } from "@freehold/protocol";
import { AppError } from "../errors/errors.ts";
import { createPeers, type Peers } from "../peers/peers.ts";
import { argumentAt, type Call } from "./command.ts";
import { explainOpening } from "./open-for-call.ts";
import { verifyFile } from "./verify-file.ts";
import { createVerifyReport, type VerifyReport, verifyContentAt, verifyNode } from "./verify-node.ts";

/** `freehold verify`: computes every hash and signature again, and prints a line for each. */
export async function verify(call: Call): Promise<void> {
  const target = argumentAt(call, 0);
  const report = createVerifyReport(call.terminal, target, call.json);
  if (/^https?:\/\//i.test(target)) {
    await verifyRemote(call, target, report);
  } else {
    const proof = call.arguments[1];
    if (proof === undefined) {
      throw new AppError("USAGE", "PROOF is missing: freehold verify FILE PROOF, or freehold verify URL");
    }
    await verifyFile(target, proof, report);
  }
  if ((await report.end()) > 0)
    throw new AppError("VERIFICATION_FAILED", `${target} is not what it claims to be.`);
}

async function verifyRemote(call: Call, target: string, report: VerifyReport): Promise<void> {
  if (call.arguments.length > 1) {
    throw new AppError("USAGE", "A URL needs no proof: it is in the node's index.");
  }
  const { config, terminal } = call;
  const peers = openPeers(call);
  try {
    const content = splitContentUrl(target);
    const context = { report, terminal, signal: call.stopSignal(), maxBytes: config.maxContentBytes };
    await (content
      ? verifyContentAt(peers.at(content.base), content, context)
      : verifyNode(peers.at(target), target, context));
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

/** The base URL, hash and second of `{base}/ewp/contents/{hash}?timestamp=…`; null for any other URL. */
function splitContentUrl(target: string) {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null) throw new AppError("USAGE", `${JSON.stringify(target)} is no URL.`);
  const match = /^(.*)\/ewp\/contents\/([^/]+)\/?$/.exec(url.pathname);
  const hash = match ? parseHash(match[2]) : null;
  if (!match || hash === null) return null;
  const timestamp = url.searchParams.get("timestamp");
  return { base: `${url.origin}${match[1]}`, hash, timestamp: timestamp === null ? null : Number(timestamp) };
}
