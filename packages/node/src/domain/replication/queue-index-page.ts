import { setImmediate } from "node:timers/promises";
import { type Address, type IndexEntry, type IndexItem, verifyProof } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Connection, findConnection } from "../../store/connections.ts";
import { addPulls, type NewPull } from "../../store/pulls.ts";
import { findMisplaced, knownProofs, placeReplicas, proofKey } from "../../store/replicas.ts";
import { limits } from "../limits.ts";
import { isAhead } from "./accept-proof.ts";
import { parseSlug } from "./fetch-content.ts";
import { roomInQueue } from "./replica-quota.ts";

/** What the entries of an index were found to be. */
export interface IndexCounts {
  entries: number;
  /** New here, and verified. */
  queued: number;
  malformed: number;
  /** A node of the reference form lists what is not signed as well: nobody's claim, and no fault. */
  unsigned: number;
  /** Of another publisher than the node's owner. */
  foreign: number;
  /** Signed for a time more than an hour ahead. */
  ahead: number;
  /** With a signature that does not hold. */
  forged: number;
  /** For which the quota has no room: left in the index, and found there when it has. */
  roomless: number;
}

// Not a limit: work between two yields to the event loop.
/** So many signatures are about five milliseconds of work; others are let in between. */
const chunk = 100;

/**
 * Takes one page of a followed publisher's index: drops what can't be taken and counts it, verifies what is unknown
 * here, and queues it in the page's order, in one transaction. What is here already stands in that order afterwards.
 *
 * @param counts is added to
 */
export async function queueIndexPage(
  { store, clock, recover, events }: Pick<Context, "store" | "clock" | "recover" | "events">,
  { followerAddress, followeeAddress: publisher }: Connection,
  page: readonly IndexItem[],
  counts: IndexCounts,
): Promise<void> {
  if (page.length === 0) return;
  const now = clock.now();
  const entries = eligible(page, publisher, now, counts);
  await keepOrder(store, publisher, entries);
  const known = await knownProofs(store.db, publisher, entries);
  const unknown = entries.filter(
    ({ contentHash, timestamp }) => !known.has(proofKey(contentHash, timestamp)),
  );
  const pulls: NewPull[] = [];
  for (const [index, entry] of unknown.entries()) {
    if (index % chunk === chunk - 1) await setImmediate();
    const proof = verifyProof(entry, recover);
    if (!proof) {
      counts.forged += 1;
      continue;
    }
    pulls.push({
      peerAddress: publisher,
      contentHash: entry.contentHash,
      timestamp: entry.timestamp,
      signature: proof.signature,
      proofType: proof.encodeType,
      slug: parseSlug(entry.slug),
      now,
      expiresAt: now + limits.deliveryMs,
    });
  }
  if (pulls.length === 0) return;
  counts.queued += await store.transaction(async (tx) => {
    if (!(await findConnection(tx, followerAddress, publisher))) return 0;
    const taken = pulls.slice(0, Math.min(pulls.length, await roomInQueue(tx, publisher)));
    counts.roomless += pulls.length - taken.length;
    return await addPulls(tx, taken);
  });
  events.emit("pulls.due");
}

/** Publications of one second stand as their publisher's index has them, however they came (decisions 5). */
async function keepOrder(
  store: Context["store"],
  publisher: Address,
  entries: readonly IndexEntry[],
): Promise<void> {
  const misplaced = await findMisplaced(store.db, publisher, entries);
  if (misplaced.length > 0) await store.transaction((tx) => placeReplicas(tx, misplaced));
}

/** The entries that may be taken, if their signature holds. */
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
