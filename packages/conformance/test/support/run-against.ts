import { randomBytes } from "node:crypto";
import { type ConformanceOptions, type Report, runConformance } from "../../src/index.ts";
import { createKey } from "../../src/signing/key.ts";
import type { Behaviour } from "../right-node/behaviour.ts";
import { type RightNode, startRightNode } from "../right-node/start-right-node.ts";
import type { Authority } from "./authority.ts";

/** Runs the whole suite, owner's key included, against a node that is right but for what is exchanged. */
export async function runAgainst(
  { ca, certificate }: Authority,
  wrong: Partial<Behaviour> = {},
  options: Partial<ConformanceOptions> = {},
): Promise<{ report: Report; node: RightNode }> {
  const ownerKey = randomBytes(32);
  await using node = await startRightNode(certificate, ca, wrong, createKey(ownerKey));
  const report = await runConformance({
    url: node.url,
    ca,
    ownerKey,
    peer: { certificate },
    patienceMs: 400,
    ...options,
  });
  return { report, node };
}

/** The ids of what failed, in the order of the report. */
export function failed({ results }: Report): string[] {
  return results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
}
