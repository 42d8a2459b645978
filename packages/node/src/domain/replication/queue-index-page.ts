import { setImmediate } from "node:timers/promises";
import { type Address, type IndexEntry, type IndexItem, verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Connection, findConnection } from "../../store/peers/connections.ts";
import { findMisordered, knownProofs, proofKey, reorderReplicas } from "../../store/peers/replicas.ts";
import { addPulls, type NewPull } from "../../store/queues/pulls.ts";
import { isAhead, toPull } from "./accept-proof.ts";
import { parseSlug } from "./fetch-content.ts";
import { roomInQueue } from "./replica-quota.ts";

export type IndexCounts = ReturnType<typeof createIndexCounts>;

/** The counts of a reconciliation with an index, in entries. */
export function createIndexCounts() {
  return {
    /** All. */
    entries: 0,
    /** New here, and verified. */
    queued: 0,
    malformed: 0,
    /** A node of the reference form lists unsigned publications too; this is not a fault. */
    unsigned: 0,
    /** Entries of another publisher than the node's owner. */
    foreign: 0,
    /** Signed for a time more than an hour ahead. */
    ahead: 0,
    /** With an invalid signature. */
    forged: 0,
    /** Left in the index, because the quota has no room. */
    roomless: 0,
  };
}

/** The number of signatures between two yields: about five milliseconds of work. */
const chunk = 100;

/**
 * Processes one page of a followed publisher's index: drops and counts invalid entries, verifies the unknown ones, and
 * queues them in the page's order in one transaction. Stored replicas get that order too.
 *
 * @param counts is increased
 */
export async function queueIndexPage(
  { store, clock, recover }: Pick<Context, "store" | "clock" | "recover">,
  { followerAddress, followeeAddress: publisher }: Connection,
  page: readonly IndexItem[],
  counts: IndexCounts,
): Promise<void> {
  if (page.length === 0) return;
  const now = clock.now();
  const entries = eligible(page, publisher, now, counts);
  // Publications of one second have the order of their publisher's index (decisions 5).
  const misordered = await findMisordered(store.db, publisher, entries);
  if (misordered.length > 0) await store.transaction((tx) => reorderReplicas(tx, misordered));
  const known = await knownProofs(store.db, publisher, entries);
  const unknown = entries.filter(
    ({ contentHash, timestamp }) => !known.has(proofKey(contentHash, timestamp)),
  );
  const pulls: NewPull[] = [];
  for (const [index, entry] of unknown.entries()) {
    if (index % chunk === chunk - 1) await setImmediate();
    const proof = verifyProof(entry, recover);
    if (proof) pulls.push(toPull(entry, proof, now, parseSlug(entry.slug)));
    else counts.forged += 1;
  }
  if (pulls.length === 0) return;
  counts.queued += await store.transaction(async (tx) => {
    if (!(await findConnection(tx, followerAddress, publisher))) return 0;
    const taken = pulls.slice(0, Math.min(pulls.length, await roomInQueue(tx, publisher)));
    counts.roomless += pulls.length - taken.length;
    return await addPulls(tx, taken);
  });
}

/** The entries that are acceptable if their signature is valid. */
function eligible(
  page: readonly IndexItem[],
  publisher: Address,
  now: number,
  counts: IndexCounts,
): IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (const item of page) {
    counts.entries += 1;
    if (!item.ok) counts[item.problem === "unsigned" ? "unsigned" : "malformed"] += 1;
    else if (item.entry.publisherAddress !== publisher) counts.foreign += 1;
    else if (isAhead(item.entry.timestamp, now)) counts.ahead += 1;
    else entries.push(item.entry);
  }
  return entries;
}
