import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Tx } from "./store.ts";
import type { OutboxKind } from "./tables.ts";

/** Something that every connected node is to be told. Times in ms. */
export interface Broadcast {
  self: Address;
  kind: OutboxKind;
  subject: string;
  now: number;
  expiresAt: number;
}

/**
 * Puts one entry into the outbox for each node that follows `self` or is followed by it, each once, in one statement
 * whatever their number; what is to be said stands where `subject` leads. It is due at once, or when the peer is to be
 * called again.
 *
 * @returns how many entries are new
 */
export async function addForConnectedNodes(tx: Tx, broadcast: Broadcast): Promise<number> {
  const { self, kind, subject, now, expiresAt } = broadcast;
  const result = await sql`
    insert into outbox (kind, peer_address, subject, payload, state, attempts, next_try_at, created_at, expires_at)
    select cast(${kind} as text), connected.address, cast(${subject} as text), null, 'pending', 0,
      case when peers.next_try_at > ${now} then peers.next_try_at else ${now} end, ${now}, ${expiresAt}
    from (
      select follower_address as address from connections where followee_address = ${self}
      union
      select followee_address as address from connections where follower_address = ${self}
    ) as connected
    left join peers on peers.address = connected.address
    where 1 = 1
    on conflict (subject, kind, peer_address) do nothing
  `.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
