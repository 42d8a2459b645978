import { contentHash } from "@freehold/protocol";
import type { Store } from "../../../packages/node/src/store/database.ts";
import { openStore } from "../../../packages/node/src/store/open-store.ts";
import type { BenchNode } from "./bench-node.ts";

/** The state of a node's database, read from outside, in the form of a ledger. */
export interface NodeState {
  readonly things: ReadonlyMap<string, string>;
  /** `hash:second` of what its owner has signed, once for each row. */
  readonly index: readonly string[];
  /** The same of what it has of others, by publisher. */
  readonly replicas: ReadonlyMap<string, readonly string[]>;
  /** `follower>followee`. */
  readonly follows: ReadonlySet<string>;
  readonly address: string;
  /** Every hash that a row refers to. */
  readonly contents: ReadonlySet<string>;
  /** Those whose bytes are in the database, with the hash of these. */
  readonly small: ReadonlyMap<string, string>;
}

export async function readNode({ dataDir, databaseUrl }: BenchNode): Promise<NodeState> {
  await using store = await openStore({ dataDir, databaseUrl });
  return await readState(store);
}

async function readState({ db }: Store): Promise<NodeState> {
  const things = new Map<string, string>();
  const replicas = new Map<string, string[]>();
  const index: string[] = [];
  const own = await db
    .selectFrom("profiles")
    .select(["address", "title"])
    .where("isSelf", "=", 1)
    .executeTakeFirstOrThrow();
  things.set("title", own.title);
  const rows = await db
    .selectFrom("publications")
    .select(["id", "publisherAddress", "state", "contentHash", "timestamp"])
    .execute();
  for (const row of rows) {
    const proof = `${row.contentHash}:${row.timestamp}`;
    if (row.publisherAddress !== own.address) {
      replicas.set(row.publisherAddress, [...(replicas.get(row.publisherAddress) ?? []), proof]);
    } else {
      things.set(`publication ${row.id}`, `${row.state} ${row.contentHash} ${row.timestamp ?? ""}`);
      if (row.state === "signed") index.push(proof);
    }
  }
  const theme = await db
    .selectFrom("meta")
    .select("value")
    .where("key", "=", "setting.defaultTheme")
    .executeTakeFirst();
  if (theme) things.set("theme", theme.value);
  for (const { id, publicationId: on, confirmedAt: at } of await db
    .selectFrom("comments")
    .select(["id", "publicationId", "confirmedAt"])
    .execute()) {
    things.set(`comment on ${on} ${id}`, at === null ? "unconfirmed" : "confirmed");
  }
  const connections = await db
    .selectFrom("connections")
    .select(["followerAddress", "followeeAddress"])
    .execute();
  const follows = connections.map((row) => `${row.followerAddress}>${row.followeeAddress}`);
  for (const follow of follows) things.set(`follow ${follow}`, "stands");
  const contents = rows.map((row) => row.contentHash);
  const small = await db
    .selectFrom("contents")
    .select(["hash", "bytes"])
    .where("bytes", "is not", null)
    .execute();
  return {
    things,
    index,
    replicas,
    follows: new Set(follows),
    address: own.address,
    contents: new Set(contents),
    small: new Map(small.map(({ hash, bytes }) => [hash, contentHash(bytes ?? new Uint8Array())])),
  };
}
