import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Connection, listFollowees, listFollowers } from "../../store/connections.ts";
import { findProfile } from "../../store/profiles.ts";
import type { Reader } from "../../store/store.ts";
import type { ExportedConnection } from "./export-format.ts";

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
