import { type ConformanceOptions, type Report, runConformance } from "../../src/index.ts";
import { createKey } from "../../src/signing/key.ts";
import type { Behaviour } from "../right-node/behaviour.ts";
import { type RightNode, startRightNode } from "../right-node/start-right-node.ts";
import type { Authority } from "./authority.ts";

/** Its address has letters of both cases, so that a change of case breaks the checksum in every run. */
const ownerKey = Buffer.alloc(32, 7);

/** Runs the suite, by default with the owner's key, against a right node with changed behaviour. */
export async function runAgainst(
  { ca, certificate }: Authority,
  wrong: Partial<Behaviour> = {},
  { withOwner = true, ...options }: Partial<ConformanceOptions> & { withOwner?: boolean } = {},
): Promise<{ report: Report; node: RightNode }> {
  await using node = await startRightNode(certificate, ca, wrong, createKey(ownerKey));
  const report = await runConformance({
    url: node.url,
    ca,
    ...(withOwner && { ownerKey }),
    peer: { certificate },
    waitMs: 3_000,
    quietMs: 5,
    strict: true,
    ...options,
  });
  return { report, node };
}

/** The ids of failed checks, in the order of the report. */
export function failed({ results }: Report): string[] {
  return results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
}
