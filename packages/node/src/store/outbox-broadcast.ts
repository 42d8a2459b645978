import type { Address, Form } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import type { OutboxKind } from "./tables/queues.ts";

/** Something that every connected node is to be told. Times in ms. */
export interface Broadcast {
  self: Address;
  kind: OutboxKind;
  subject: string;
  /** The forms in which it is there to be said; who speaks another one is left out. */
  forms: readonly Form[];
  now: number;
  expiresAt: number;
}

/** The nodes that follow `self` or are followed by it, each once, with what they speak. */
const connectedNodes = (self: Address) => sql`
  select connected.address, coalesce(profiles.form, 'baseline') as form
  from (
    select follower_address as address from connections where followee_address = ${self}
    union
    select followee_address as address from connections where follower_address = ${self}
  ) as connected
  left join profiles on profiles.address = connected.address
`;

/** How many nodes are connected with `self`, by the form that they speak; a node that was never asked counts as baseline. */
export async function countConnectedByForm(db: Reader, self: Address): Promise<Record<Form, number>> {
  const { rows } = await sql<{ form: Form; count: number }>`
    select form, count(*) as count from (${connectedNodes(self)}) as connected group by form
  `.execute(db);
  const count = (form: Form) => Number(rows.find((row) => row.form === form)?.count ?? 0);
  return { baseline: count("baseline"), reference: count("reference") };
}

/**
 * Puts one entry into the outbox for each node that follows `self` or is followed by it, each once, in one statement
 * whatever their number; what is to be said stands where `subject` leads. It is due at once, or when the peer is to be
 * called again.
 *
 * @returns how many entries are new
 */
export async function addForConnectedNodes(tx: Tx, broadcast: Broadcast): Promise<number> {
  const { self, kind, subject, forms, now, expiresAt } = broadcast;
  const result = await sql`
    insert into outbox (kind, peer_address, subject, payload, state, attempts, next_try_at, created_at, expires_at)
    select cast(${kind} as text), connected.address, cast(${subject} as text), null, 'pending', 0,
      case when peers.next_try_at > ${now} then peers.next_try_at else ${now} end, ${now}, ${expiresAt}
    from (${connectedNodes(self)}) as connected
    left join peers on peers.address = connected.address
    where connected.form in (${sql.join(forms)})
    on conflict (subject, kind, peer_address) do nothing
  `.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
