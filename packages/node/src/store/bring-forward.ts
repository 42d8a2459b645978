import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./database.ts";
import { isPending, queueNames, shared } from "./queue-rows.ts";

/**
 * After the clock went back by so many milliseconds: what was to be done at a time of the old clock is due sooner by as
 * much, and nothing has happened in the future. Rows that a worker holds keep their lease.
 */
export async function bringForward(tx: Tx, { now, by }: { now: number; by: number }): Promise<void> {
  const sooner = (column: string): RawBuilder<number> => {
    const at = sql.ref(column);
    return sql<number>`case when ${at} > ${now + by} then ${at} - ${by} when ${at} > ${now} then ${now} else ${at} end`;
  };
  const past = (column: string): RawBuilder<number> => {
    const at = sql.ref(column);
    return sql<number>`case when ${at} > ${now} then ${now} else ${at} end`;
  };
  for (const table of queueNames) {
    await tx
      .updateTable(shared(table))
      .set({ next_try_at: sooner("next_try_at") })
      .where(isPending)
      .where("next_try_at", ">", now)
      .where("claimed_by", "is", null)
      .execute();
    // A claim that is released is due from when its row was added.
    await tx
      .updateTable(shared(table))
      .set({ created_at: now, expires_at: sql<number>`expires_at - (created_at - ${now})` })
      .where(isPending)
      .where("created_at", ">", now)
      .execute();
  }
  await tx
    .updateTable("peers")
    .set({
      nextTryAt: sooner("nextTryAt"),
      nextCatchUpAt: sooner("nextCatchUpAt"),
      lastFailureAt: past("lastFailureAt"),
      failingSince: past("failingSince"),
    })
    .where((eb) =>
      eb.or((["nextTryAt", "nextCatchUpAt", "lastFailureAt"] as const).map((column) => eb(column, ">", now))),
    )
    .execute();
}
