import type { Address, Hex } from "@freehold/protocol";
import { proofKey } from "./known-proofs.ts";
import type { Reader, Tx } from "./store.ts";

/** A publication as its publisher's index names it. */
interface Listed {
  readonly contentHash: Hex;
  /** Seconds. */
  readonly timestamp: number;
}

/** A replica that stands elsewhere within its second than it should, and its place there. */
interface Misplaced {
  readonly id: number;
  readonly seq: number;
}

/**
 * Finds the replicas of a publisher that stand in another order within one second than in the index: proofs that came by
 * themselves came as the network would have it.
 *
 * @param listed in the index's order
 */
export async function findMisplaced(
  db: Reader,
  publisher: Address,
  listed: readonly Listed[],
): Promise<Misplaced[]> {
  const seconds = Map.groupBy(listed, ({ timestamp }) => timestamp);
  const shared = [...seconds.values()].filter((entries) => entries.length > 1).flat();
  if (shared.length === 0) return [];
  const places = new Map(
    shared.map(({ contentHash, timestamp }, place) => [proofKey(contentHash, timestamp), place]),
  );
  const rows = await db
    .selectFrom("publications")
    .select(["id", "seq", "content_hash", "sort_time"])
    .where(
      "content_hash",
      "in",
      shared.map(({ contentHash }) => contentHash),
    )
    .where("publisher_address", "=", publisher)
    .where("timestamp", "is not", null)
    .orderBy("seq")
    .orderBy("id")
    .execute();
  const placed = rows.flatMap(({ id, seq, content_hash, sort_time }) => {
    const place = places.get(proofKey(content_hash, sort_time));
    return place === undefined ? [] : [{ id, seq, place, second: sort_time }];
  });
  return [...Map.groupBy(placed, ({ second }) => second).values()].flatMap((one) =>
    replace(
      one,
      [...one].sort((a, b) => a.place - b.place),
    ),
  );
}

/** The places that there are, given out anew. */
function replace<Row extends Misplaced>(placed: readonly Row[], wanted: readonly Row[]): Misplaced[] {
  let last = 0;
  const moved = wanted.map(({ id, seq }, index) => {
    last = Math.max(last + 1, placed[index]?.seq ?? 0);
    return { id, seq: last, before: seq };
  });
  const isRight = wanted.every((row, index) => row === placed[index]);
  return isRight ? [] : moved.filter(({ seq, before }) => seq !== before);
}

/** Puts them where they should stand. */
export async function placeReplicas(tx: Tx, misplaced: readonly Misplaced[]): Promise<void> {
  for (const { id, seq } of misplaced)
    await tx.updateTable("publications").set({ seq }).where("id", "=", id).execute();
}
