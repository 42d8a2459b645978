import { type Form, parseAddress, sameNodeUrl } from "@freehold/protocol";
import { program } from "../../config/program.ts";
import { listPeers, listUnproven, type PeerView } from "../../domain/connections/peers.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { type Call, chooseAction } from "../command.ts";
import { type Column, formatBytes, formatCount, formatDistance, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printJsonArray } from "../terminal.ts";
import { printHistory } from "./peer-history.ts";

const columns = (now: number): readonly Column<PeerView>[] => [
  { title: "WHO", style: "bold", flexible: true, cell: ({ title }) => safeText(title) },
  { title: "FOLLOW", cell: describeDirection },
  { title: "FORM", cell: ({ form }) => form ?? "" },
  { title: "WAY", cell: ({ state }) => state },
  {
    title: "READ",
    cell: ({ caughtUpAt }) => (caughtUpAt ? formatDistance(now, Date.parse(caughtUpAt)) : ""),
  },
  {
    title: "KEPT",
    cell: ({ replicas, replicaBytes }) =>
      replicas === 0 ? "" : `${replicas} (${formatBytes(replicaBytes)})`,
  },
  { title: "URL", style: "cyan", cell: ({ url }) => url },
];

/**
 * `freehold peers`: lists the connected nodes, their direction, and whether this node reaches them. `history` tells what
 * happened with one.
 */
export async function peers(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], history: [1, 1] });
  await using node = await openForCall(call);
  if (action === "history") return await printHistory(call, node, rest[0] ?? "");
  await printPeers(call, node);
}

async function printPeers(call: Call, node: OpenNode): Promise<void> {
  const { terminal } = call;
  const found = listPeers(node);
  if (call.json) return await printJsonArray(terminal, mapToPrinted(found));
  const all = await Array.fromAsync(found);
  if (all.length === 0)
    return await terminal.print(
      `No followers, and you don't follow anyone yet. Follow a site: ${program} follow URL`,
    );
  const now = node.clock.now();
  await terminal.print(formatTable(columns(now), all, terminal));
  const fixed = all.filter(({ form, follower }) => follower && form === "reference");
  const unproven = (await listUnproven(node)).length;
  const notes = [
    unproven > 0
      ? `${formatCount(unproven, "follow")} imported without a signature. Sign yours again: ${program} follow --imported`
      : null,
    referenceFormNotes.followers(fixed.length),
    ...all
      .filter(({ isQuotaFull, followed }) => isQuotaFull && followed)
      .map(
        ({ title, replicas }) =>
          `${terminal.paint("yellow", safeText(title))}: storage limit reached, ${formatCount(replicas, "post")} or its bytes. To raise it: ${program} settings set replicasPerPeer or replicaBytesPerPeer.`,
      ),
    ...all
      .filter(({ state }) => state === "failing")
      .map((peer) => `${terminal.paint("yellow", safeText(peer.title))}: ${describeFailure(peer, now)}`),
  ];
  for (const note of notes) if (note !== null) await terminal.print(`\n${note}`);
}

/** `follows`: the peer follows this node. `followed`: this node follows the peer. */
async function* mapToPrinted(peers: AsyncIterable<PeerView>) {
  for await (const { address, url, title, description, form, follower, followed, ...rest } of peers) {
    yield { address, url, title, description, form, follows: follower, followed, ...rest };
  }
}

function describeDirection({ follower, followed }: PeerView): string {
  if (follower && followed) return "both ways";
  return follower ? "follows you" : "you follow";
}

function describeFailure({ failures, lastError, nextTryAt }: PeerView, now: number): string {
  const reason = lastError ? ` (${safeText(lastError)})` : "";
  const next = nextTryAt ? `, next try ${formatDistance(now, Date.parse(nextTryAt))}` : "";
  return `failed ${formatCount(failures, "time")} in a row${reason}${next}.`;
}

/**
 * Finds a connected node by its URL or its address.
 * @throws AppError NOT_FOUND; AppError USAGE if the name is neither a URL nor an address
 */
export async function findPeer(node: OpenNode, name: string): Promise<PeerView> {
  const address = parseAddress(name);
  if (address === null && !URL.canParse(name)) {
    throw new AppError("USAGE", msg`${JSON.stringify(name)} is neither the URL of a site nor an address.`);
  }
  for await (const peer of listPeers(node)) {
    if (address === null ? sameNodeUrl(peer.url, name) : peer.address === address) return peer;
  }
  throw new AppError(
    "NOT_FOUND",
    msg`${name} does not follow this site and is not followed. See ${program} peers.`,
  );
}

/** Notes for the owner about nodes that speak the reference form; null if there is nothing to say. */
export const referenceFormNotes = {
  /** After a follow. */
  followed: (form: Form, name: string) =>
    form === "baseline"
      ? null
      : `${name} runs epress, which announces each post once. This node reads its list of posts every hour for those that it missed.`,
  /** After a follow that the other node refused. */
  refused: (form: Form, ownUrl: string) =>
    form === "baseline"
      ? null
      : `An epress site calls this one back at ${ownUrl}/ewp/connections during the request, over HTTPS. ` +
        `Run this node (${program} start), and check that the address can be reached from outside.`,
  /** Below a list of nodes. */
  followers: (count: number) =>
    count === 0
      ? null
      : `${formatCount(count, "follower")} on epress can't be removed: there, only the follower can end a follow.`,
  /** After a profile update that was not signed in the reference form. */
  readers: (count: number) =>
    count === 0 ? null : `${formatCount(count, "site")} on epress will read it with your next post.`,
} as const;
