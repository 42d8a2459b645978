import {
  type Address,
  EwpError,
  parseEnvelope,
  parseNodeUrl,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import {
  type Connection,
  insertConnection,
  listFollowees,
  listFollowers,
  lockPeer,
  readAllConnections,
} from "../../store/connections.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { ensurePeer, scheduleCatchUp } from "../../store/peers.ts";
import { findProfile, saveProfile } from "../../store/profiles.ts";
import { checkConnection } from "../connections/connection-record.ts";
import { pageSize } from "./files.ts";
import type { ExportedConnection } from "./format.ts";
import type { Imported } from "./report.ts";

/** Every current follow, those of this node's followers first. */
export async function* listExportedConnections(
  { store }: Pick<Context, "store">,
  self: Address,
): AsyncGenerator<ExportedConnection> {
  for (const list of [listFollowers, listFollowees]) {
    for await (const page of readAllConnections(list, store.db, self, pageSize)) {
      for (const one of page) yield await describeConnection(store.db, self, one);
    }
  }
}

async function describeConnection(db: Reader, self: Address, one: Connection): Promise<ExportedConnection> {
  const [address, signedUrl] =
    one.followerAddress === self
      ? [one.followeeAddress, one.followeeUrl]
      : [one.followerAddress, one.followerUrl];
  const peer = await findProfile(db, address);
  return {
    follower: one.followerAddress,
    followee: one.followeeAddress,
    peer: {
      url: peer?.url ?? signedUrl,
      title: peer?.title ?? signedUrl,
      description: peer?.description ?? null,
    },
    createdAt: new Date(one.createdAt).toISOString(),
    proof: JSON.parse(one.proof),
  };
}

/**
 * Imports a follow that the other node still has, after checking its signature. The other node's profile is read from it
 * before the first other call.
 */
export async function importConnection(
  { store, clock, recover }: Pick<Context, "store" | "clock" | "recover">,
  self: Address,
  line: ExportedConnection,
): Promise<Imported> {
  const follow = readFollow(line, recover);
  if (follow === null) return { refused: "its signature is not the follower's over this follow" };
  const { timestamp: signedAt, ...sides } = follow.meaning;
  const isFollower = sides.followerAddress === self;
  if (isFollower === (sides.followeeAddress === self))
    return { refused: "it is a follow between two other nodes" };
  const other = isFollower ? sides.followeeAddress : sides.followerAddress;
  const signedUrl = isFollower ? sides.followeeUrl : sides.followerUrl;
  return await store.transaction(async (tx) => {
    await lockPeer(tx, other);
    const obstacle = await checkConnection(tx, follow.meaning, self);
    if (obstacle === "exists") return "known";
    if (obstacle) return { refused: "it was ended since, or the node is blocked" };
    const now = clock.now();
    await savePeer(tx, other, { peer: line.peer, signedUrl, now });
    const proof = JSON.stringify(follow.envelope);
    const createdAt = Math.min(now, Date.parse(line.createdAt));
    await insertConnection(tx, { ...sides, signedAt, proof, createdAt });
    if (isFollower) await scheduleCatchUp(tx, other, now);
    return "taken";
  });
}

/** The signed follow; null for a bad signature, or one over another follow. */
function readFollow(
  line: ExportedConnection,
  recover: Context["recover"],
): Verified<"CreateConnection"> | null {
  try {
    const verified = verifyEnvelope(parseEnvelope("CreateConnection", line.proof), { recover });
    const { followerAddress, followeeAddress } = verified.meaning;
    return followerAddress === line.follower && followeeAddress === line.followee ? verified : null;
  } catch (error) {
    if (error instanceof EwpError) return null;
    throw error;
  }
}

/** Adds the other node; one that is known here stays as it is. */
async function savePeer(
  tx: Tx,
  address: Address,
  { peer, signedUrl, now }: { peer: ExportedConnection["peer"]; signedUrl: string; now: number },
): Promise<void> {
  if ((await findProfile(tx, address)) === null) {
    const { url, title, description } = peer;
    await saveProfile(tx, {
      address,
      url: parseNodeUrl(url) === null ? signedUrl : url,
      title: title.replaceAll("\0", ""),
      description: description?.replaceAll("\0", "") ?? null,
      isSelf: false,
      form: null,
      avatarHash: null,
      avatarType: null,
      createdAt: now,
      updatedAt: 0,
      // So its profile is read before the first other call.
      fetchedAt: 0,
    });
  }
  await ensurePeer(tx, address);
}
