import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "./store.ts";

/** How `knownProofs` names an entry of an index. */
export function proofKey(contentHash: Hex, timestamp: number): string {
  return `${contentHash}:${timestamp}`;
}

/**
 * Which of the entries of that publisher's index need no more to be done: stored here, queued to be pulled (in any
 * state, also refused), or deleted here. One query whatever their number; up to 1,000 are meant.
 *
 * @returns keys as `proofKey` makes them, of entries that were asked for.
 */
export async function knownProofs(
  db: Reader,
  publisher: Address,
  proofs: readonly { contentHash: Hex; timestamp: number }[],
): Promise<Set<string>> {
  if (proofs.length === 0) return new Set();
  const wanted = sql.join(
    proofs.map(({ contentHash, timestamp }) => sql`(${contentHash}, cast(${timestamp} as bigint))`),
  );
  const { rows } = await sql<{ hash: Hex; second: number }>`
    with wanted (hash, second) as (values ${wanted})
    select hash, second from wanted where
      exists (select 1 from publications where content_hash = hash and publisher_address = ${publisher} and "timestamp" = second)
      or exists (select 1 from pulls where peer_address = ${publisher} and content_hash = hash and "timestamp" = second)
      or exists (select 1 from publication_tombstones where publisher_address = ${publisher} and content_hash = hash and "timestamp" = second)
  `.execute(db);
  return new Set(rows.map(({ hash, second }) => proofKey(hash, second)));
}
