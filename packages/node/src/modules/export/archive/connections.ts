import {
  type Address,
  EwpError,
  parseEnvelope,
  parseNodeUrl,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import {
  checkConnection,
  recordUnprovenFollow,
  saveUnreadNode,
} from "../../../domain/connections/connection-record.ts";
import type { Reader } from "../../../store/database.ts";
import {
  type Connection,
  deleteConnection,
  findConnection,
  insertConnection,
  listFollowees,
  listFollowers,
  lockPeer,
  readAllConnections,
} from "../../../store/peers/connections.ts";
import { scheduleCatchUp } from "../../../store/peers/peers.ts";
import { findProfile, type Profile } from "../../../store/peers/profiles.ts";
import type { Imported } from "../import/report.ts";
import type { ExportedConnection } from "./format.ts";

const pageSize = 200;

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
 * Imports a follow that the other node still has, after checking its signature. One without a signature was imported from an
 * epress node, and stays unproven here. The other node's profile is read from it before the first other call.
 */
export async function importConnection(
  { store, clock, recover }: Pick<Context, "store" | "clock" | "recover">,
  own: Pick<Profile, "address" | "url">,
  line: ExportedConnection,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Imported> {
  const isFollower = line.follower === own.address;
  if (isFollower === (line.followee === own.address))
    return { refused: "it is a follow between two other nodes" };
  const other = isFollower ? line.followee : line.follower;
  const now = clock.now();
  const since = Math.min(now, Date.parse(line.createdAt));
  if (line.proof === null) {
    if (!parseNodeUrl(line.peer.url)) return { refused: "the address of the other node is not an https URL" };
    const side = isFollower ? "followee" : "follower";
    const follow = { peer: { ...line.peer, address: other }, side, since, now } as const;
    if (dryRun) return (await findConnection(store.db, line.follower, line.followee)) ? "known" : "taken";
    const result = await store.transaction((tx) => recordUnprovenFollow(tx, own, follow));
    return result === "ended" ? ended : result;
  }
  const signed = readFollow(line, recover);
  if (signed === null) return { refused: "its signature is not by the follower" };
  const { timestamp: signedAt, ...sides } = signed.meaning;
  const signedUrl = isFollower ? sides.followeeUrl : sides.followerUrl;
  const url = parseNodeUrl(line.peer.url) === null ? signedUrl : line.peer.url;
  return await store.transaction(async (tx) => {
    await lockPeer(tx, other);
    const obstacle = await checkConnection(tx, signed.meaning, own.address);
    if (obstacle === "exists") return "known";
    if (obstacle) return ended;
    if (dryRun) return "taken";
    await saveUnreadNode(tx, { ...line.peer, address: other, url }, now);
    await deleteConnection(tx, line.follower, line.followee);
    const proof = JSON.stringify(signed.envelope);
    await insertConnection(tx, { ...sides, signedAt, proof, createdAt: since });
    if (isFollower) await scheduleCatchUp(tx, other, now);
    return "taken";
  });
}

const ended = { refused: "it was ended since, or the node is blocked" };

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
