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
} from "../../store/connections.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { ensurePeer, scheduleCatchUp } from "../../store/peers.ts";
import { findProfile, saveProfile } from "../../store/profiles.ts";
import { checkConnection } from "../connections/connection-record.ts";
import type { ExportedConnection } from "./format.ts";
import type { Imported } from "./report.ts";

// Not a limit: the page size of an internal read.
const PAGE = 200;

/** Every follow that stands, those of this node's followers first. */
export async function* listExportedConnections(
  { store }: Pick<Context, "store">,
  self: Address,
): AsyncGenerator<ExportedConnection> {
  for (const [list, sideOf] of [
    [listFollowers, (one: Connection) => one.followerAddress],
    [listFollowees, (one: Connection) => one.followeeAddress],
  ] as const) {
    let after: { createdAt: number; address: Address } | undefined;
    for (;;) {
      const page: Connection[] = await list(store.db, self, { limit: PAGE, ...(after && { after }) });
      for (const one of page) yield await describeConnection(store.db, one, sideOf(one));
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = { createdAt: last.createdAt, address: sideOf(last) };
    }
  }
}

async function describeConnection(db: Reader, one: Connection, other: Address): Promise<ExportedConnection> {
  const peer = await findProfile(db, other);
  const signedUrl = other === one.followerAddress ? one.followerUrl : one.followeeUrl;
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

type Follow = Verified<"CreateConnection">;

/**
 * Takes a follow in that the other node still has, after its signature was checked. Who the other node is, is read from it
 * before anything is sent there or fetched.
 */
export async function importConnection(
  { store, clock, recover }: Pick<Context, "store" | "clock" | "recover">,
  self: Address,
  line: ExportedConnection,
): Promise<Imported> {
  const follow = readFollow(line, recover);
  if (follow === null) return { refused: "its signature is not the follower's over this follow" };
  const { followerAddress, followeeAddress } = follow.meaning;
  const isFollower = followerAddress === self;
  if (isFollower === (followeeAddress === self)) return { refused: "it is a follow between two other nodes" };
  const other = isFollower ? followeeAddress : followerAddress;
  return await store.transaction(async (tx) => {
    await lockPeer(tx, other);
    const obstacle = await checkConnection(tx, follow.meaning, self);
    if (obstacle === "exists") return "known";
    if (obstacle) return { refused: "it was ended since, or the node is blocked" };
    const now = clock.now();
    await saveOther(tx, other, { line, follow, now });
    await insertConnection(tx, {
      followerAddress,
      followeeAddress,
      followerUrl: follow.meaning.followerUrl,
      followeeUrl: follow.meaning.followeeUrl,
      signedAt: follow.meaning.timestamp,
      proof: JSON.stringify(follow.envelope),
      createdAt: Math.min(now, Date.parse(line.createdAt)),
    });
    if (isFollower) await scheduleCatchUp(tx, other, now);
    return "taken";
  });
}

/** The follow that was signed; null when the line says another one, or nobody signed it. */
function readFollow(line: ExportedConnection, recover: Context["recover"]): Follow | null {
  try {
    const verified = verifyEnvelope(parseEnvelope("CreateConnection", line.proof), { recover });
    const { followerAddress, followeeAddress } = verified.meaning;
    return followerAddress === line.follower && followeeAddress === line.followee ? verified : null;
  } catch (error) {
    if (error instanceof EwpError) return null;
    throw error;
  }
}

/** What is known of a node here stays as it is. */
async function saveOther(
  tx: Tx,
  address: Address,
  { line, follow, now }: { line: ExportedConnection; follow: Follow; now: number },
): Promise<void> {
  const { followerAddress, followerUrl, followeeUrl } = follow.meaning;
  const signedUrl = address === followerAddress ? followerUrl : followeeUrl;
  if ((await findProfile(tx, address)) === null) {
    const { url, title, description } = line.peer;
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
      // Before the first call it is asked who it is.
      fetchedAt: 0,
    });
  }
  await ensurePeer(tx, address);
}
