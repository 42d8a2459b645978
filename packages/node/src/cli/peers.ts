import { listPeers, type PeerView } from "../domain/connections/peers.ts";
import { safeText } from "../observability/safe-text.ts";
import type { Call } from "./command.ts";
import { formWords } from "./describe-form.ts";
import { formatBytes, formatCount, formatDistance } from "./format-amount.ts";
import { type Column, formatTable } from "./format-table.ts";
import { openForCall } from "./open-for-call.ts";
import { printJsonArray } from "./print-json.ts";

const columns: readonly Column[] = [
  { title: "WHO", style: "bold", flexible: true },
  { title: "FOLLOW" },
  { title: "FORM" },
  { title: "WAY" },
  { title: "READ" },
  { title: "KEPT" },
  { title: "URL", style: "cyan" },
];

/** `freehold peers`: every connected node, in which direction, and how the way to it is. */
export async function peers(call: Call): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const found = listPeers(node);
  if (call.json) {
    return await printJsonArray(terminal, mapToPrinted(found));
  }
  const all = await Array.fromAsync(found);
  if (all.length === 0) {
    return await terminal.print("Nobody yet. freehold follow URL follows a node.");
  }
  const now = node.clock.now();
  const rows = all.map((peer) => [
    safeText(peer.title),
    describeDirection(peer),
    peer.form ?? "",
    peer.state,
    peer.caughtUpAt ? formatDistance(now, Date.parse(peer.caughtUpAt)) : "",
    peer.replicas === 0 ? "" : `${peer.replicas} (${formatBytes(peer.replicaBytes)})`,
    peer.url,
  ]);
  await terminal.print(formatTable(columns, rows, terminal));
  const words = formWords.followers(countReferenceFollowers(all));
  if (words !== null) {
    await terminal.print(`\n${words}`);
  }
  for (const peer of all.filter(({ isQuotaFull, followed }) => isQuotaFull && followed)) {
    await terminal.print(
      `\n${terminal.paint("yellow", safeText(peer.title))}: no more is kept, the quota of ${formatCount(peer.replicas, "publication")} or its bytes is used up. The settings replicasPerPeer and replicaBytesPerPeer raise it.`,
    );
  }
  for (const peer of all.filter(({ state }) => state === "failing")) {
    await terminal.print(
      `\n${terminal.paint("yellow", safeText(peer.title))}: ${describeFailure(peer, now)}`,
    );
  }
}

function countReferenceFollowers(peers: readonly PeerView[]): number {
  return peers.filter(({ form, follower }) => follower && form === "reference").length;
}

/** `follows`: it follows this node. `followed`: this node follows it. */
async function* mapToPrinted(peers: AsyncIterable<PeerView>) {
  for await (const { address, url, title, description, form, follower, followed, ...way } of peers) {
    yield { address, url, title, description, form, follows: follower, followed, ...way };
  }
}

function describeDirection({ follower, followed }: PeerView): string {
  if (follower && followed) {
    return "both ways";
  }
  return follower ? "follows you" : "you follow";
}

function describeFailure({ failures, lastError, nextTryAt }: PeerView, now: number): string {
  const reason = lastError ? ` (${safeText(lastError)})` : "";
  const next = nextTryAt ? `, next try ${formatDistance(now, Date.parse(nextTryAt))}` : "";
  return `failed ${failures} times in a row${reason}${next}.`;
}
