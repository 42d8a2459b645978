import { type Address, parseAddress, parseNodeUrl } from "@freehold/protocol";
import {
  findConnection,
  findConnectionTombstone,
  insertConnection,
  isBlocked,
  lockPeer,
} from "../../../store/connections.ts";
import { ensurePeer, scheduleCatchUp } from "../../../store/peers.ts";
import { findProfile, saveProfile } from "../../../store/profiles.ts";
import { requireOwner } from "../../profile/owner.ts";
import type { ImportRun } from "../import-run.ts";
import { type ReferenceFolder, type ReferenceNode, textOf, timeOf } from "./reference-folder.ts";

/**
 * Imports the follows of both sides. The other node has its side of each, signed; an epress node doesn't keep the message, so
 * the owner vouches for them: a follower gets what is published, a followed node is caught up with. Their URLs are asked again
 * before the first other call.
 */
export async function importReferenceConnections(
  run: ImportRun,
  folder: ReferenceFolder,
  nodes: ReadonlyMap<Address, ReferenceNode>,
): Promise<void> {
  for (const row of folder.rows("connections")) {
    run.signal?.throwIfAborted();
    const what = `connection ${String(row.id)}`;
    const follower = parseAddress(textOf(row.follower_address) ?? "");
    const followee = parseAddress(textOf(row.followee_address) ?? "");
    if (follower === null || followee === null) {
      run.report.refuse(what, "one side of it is no address");
      continue;
    }
    const isFollower = follower === run.self;
    const other = isFollower ? followee : follower;
    const node = nodes.get(other);
    if (isFollower === (followee === run.self))
      run.report.refuse(what, "it is a follow between two other nodes");
    else if (!node) run.report.refuse(what, "the other node is not in the folder");
    else if (!parseNodeUrl(node.url))
      run.report.refuse(what, `the address of the other node is no https URL: ${node.url}`);
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
  const { context, report, self } = run;
  const own = await requireOwner(context);
  const kind = isFollower ? "following" : "followers";
  const [followerAddress, followeeAddress] = isFollower ? [self, other] : [other, self];
  const result = await context.store.transaction(async (tx) => {
    await lockPeer(tx, other);
    if (await findConnection(tx, followerAddress, followeeAddress)) return "known";
    if ((await isBlocked(tx, other)) || (await findConnectionTombstone(tx, followerAddress, followeeAddress)))
      return "ended";
    if (run.dryRun)
      return run.addSeen(`connection ${followerAddress} ${followeeAddress}`) ? "taken" : "known";
    const now = context.clock.now();
    if ((await findProfile(tx, other)) === null) {
      await saveProfile(tx, {
        ...{ address: other, url: node.url, title: node.title.replaceAll("\0", "").slice(0, 255) },
        description: node.description?.replaceAll("\0", "") ?? null,
        ...{ isSelf: false, form: null, avatarHash: null, avatarType: null },
        ...{ createdAt: now, updatedAt: 0, fetchedAt: 0 },
      });
    }
    await ensurePeer(tx, other);
    const [followerUrl, followeeUrl] = isFollower ? [own.url, node.url] : [node.url, own.url];
    const since = run.clampTime(createdAt) ?? now;
    await insertConnection(tx, {
      ...{ followerAddress, followeeAddress, followerUrl, followeeUrl },
      ...{ signedAt: Math.floor(since / 1000), proof: "null", createdAt: since },
    });
    if (isFollower) await scheduleCatchUp(tx, other, now);
    return "taken";
  });
  if (result === "ended") report.refuse(what, "it was ended since, or the node is blocked");
  else report.count(kind, result === "taken");
}
