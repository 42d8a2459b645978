import type { Address } from "@freehold/protocol";
import type { Selectable } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { limits } from "../limits.ts";
import { type PeerEventKind, type PeerEventsTable, peerEventColumns } from "../tables/peers.ts";

export type PeerEvent = Selectable<PeerEventsTable>;

export interface NewPeerEvent {
  readonly address: Address;
  readonly kind: PeerEventKind;
  readonly isWarning: boolean;
  readonly url: string | null;
  /** The changed values by their names. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** The signed envelope, JSON. */
  readonly proof: string | null;
  /** ms */
  readonly now: number;
}

/**
 * Writes down what happened with a node that is known here, and deletes its oldest events beyond the limit. A warning is
 * not written twice in a row.
 *
 * @returns whether it was written
 */
export async function addPeerEvent(tx: Tx, event: NewPeerEvent): Promise<boolean> {
  const { address, kind, isWarning, url, proof, now } = event;
  const known = await tx
    .selectFrom("profiles")
    .select("isSelf")
    .where("address", "=", address)
    .executeTakeFirst();
  if (known?.isSelf !== 0) return false;
  const detail = JSON.stringify(event.detail);
  if (isWarning) {
    const last = await tx
      .selectFrom("peer_events")
      .select(["url", "detail"])
      .where("address", "=", address)
      .where("kind", "=", kind)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last && last.url === url && last.detail === detail) return false;
  }
  await tx
    .insertInto("peer_events")
    .values({ address, kind, isWarning: isWarning ? 1 : 0, url, detail, proof, createdAt: now })
    .execute();
  const oldest = tx
    .selectFrom("peer_events")
    .select("id")
    .where("address", "=", address)
    .orderBy("id", "desc")
    .offset(limits.eventsPerPeer)
    .limit(1);
  await tx.deleteFrom("peer_events").where("address", "=", address).where("id", "<=", oldest).execute();
  return true;
}

/** The events of a node, newest first, behind the id `after`. */
export async function listPeerEvents(
  db: Reader,
  { address, after, limit }: { address: Address; after?: number; limit: number },
): Promise<PeerEvent[]> {
  return db
    .selectFrom("peer_events")
    .select(peerEventColumns)
    .where("address", "=", address)
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** The other nodes that are known at a URL. */
export async function listAddressesAt(db: Reader, url: string): Promise<Address[]> {
  const rows = await db
    .selectFrom("profiles")
    .select("address")
    .where("url", "=", url)
    .where("isSelf", "=", 0)
    .orderBy("address")
    .limit(10)
    .execute();
  return rows.map(({ address }) => address);
}
