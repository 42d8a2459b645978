import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/**
 * Whether a row is of a client whose text begins with `prefix`. Both have only hexadecimal digits.
 *
 * @param column if several tables of a query have one
 */
export function isOfClient(prefix: string, column = "client"): RawBuilder<boolean> {
  // A range, for which an index of the column is used.
  return sql<boolean>`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${`${prefix}g`}`;
}

/**
 * Counts the rows that a query without columns finds, and the networks that their clients are of.
 *
 * @param of.prefix only rows of clients with this prefix; an empty one for all, also unknown ones
 * @param of.digits how many digits at the beginning of a client are its network; where they are left out, `networks` means nothing
 */
export async function countClients<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
  { prefix, digits = 1 }: { prefix: string; digits?: number },
): Promise<{ rows: number; networks: number }> {
  const counted = query
    .$if(prefix !== "", (some) => some.where(isOfClient(prefix)))
    .select([
      sql<number>`count(*)`.as("rows"),
      // Each unknown one may be of another network.
      sql<number>`count(distinct substr(client, 1, ${sql.lit(digits)})) + count(*) - count(client)`.as(
        "networks",
      ),
    ]);
  const { rows, networks } = (await counted.executeTakeFirstOrThrow()) as { rows: number; networks: number };
  return { rows: Number(rows), networks: Number(networks) };
}
