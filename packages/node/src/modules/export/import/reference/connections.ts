import type { ReferenceFolder } from "@freehold/import";
import { type Address, parseAddress, parseNodeUrl } from "@freehold/protocol";
import { recordUnprovenFollow } from "../../../../domain/connections/connection-record.ts";
import { requireOwner } from "../../../../domain/profile/owner.ts";
import type { ImportRun } from "../import-run.ts";
import { type ReferenceNode, textOf, timeOf } from "./row-fields.ts";

/**
 * Imports the follows of both sides without signatures, because an epress node doesn't store them; the other node has the signed follow.
 */
export async function importReferenceConnections(
  run: ImportRun,
  folder: ReferenceFolder,
  nodes: ReadonlyMap<Address, ReferenceNode>,
): Promise<void> {
  for await (const row of folder.rows("connections")) {
    run.signal?.throwIfAborted();
    const what = `connection ${String(row.id)}`;
    const follower = parseAddress(textOf(row.follower_address) ?? "");
    const followee = parseAddress(textOf(row.followee_address) ?? "");
    if (follower === null || followee === null) {
      run.report.refuse(what, "one side of it is not an address");
      continue;
    }
    const isFollower = follower === run.self;
    const other = isFollower ? followee : follower;
    const node = nodes.get(other);
    if (isFollower === (followee === run.self))
      run.report.refuse(what, "it is a follow between two other nodes");
    else if (!node) run.report.refuse(what, "the other node is not in the folder");
    else if (!parseNodeUrl(node.url))
      run.report.refuse(what, `the address of the other node is not an https URL: ${node.url}`);
    else await importOne(run, { what, other, isFollower, node, createdAt: timeOf(row.created_at) });
  }
}

interface Follow {
  readonly what: string;
  readonly other: Address;
  readonly isFollower: boolean;
  readonly node: ReferenceNode;
  readonly createdAt: number | null;
}

async function importOne(
  run: ImportRun,
  { what, other, isFollower, node, createdAt }: Follow,
): Promise<void> {
  const { context, report } = run;
  const own = await requireOwner(context);
  const side = isFollower ? "followee" : "follower";
  const { dryRun } = run;
  const now = context.clock.now();
  const since = run.clampTime(createdAt) ?? now;
  const follow = { peer: { ...node, address: other }, side, since, now, dryRun } as const;
  const result = await context.store.transaction((tx) => recordUnprovenFollow(tx, own, follow));
  if (result === "ended") return report.refuse(what, "it was ended since, or the node is blocked");
  const isNew = result === "taken" && (!dryRun || run.addSeen(`connection ${side} ${other}`));
  report.count(isFollower ? "following" : "followers", isNew);
}
