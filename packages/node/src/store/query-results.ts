import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from "kysely";

/** The first row, or null. */
export async function findRow<Row>(query: {
  executeTakeFirst(): Promise<Row | undefined>;
}): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null;
}

/** A row that the transaction itself made sure of. @throws Error where it is missing: then nothing of the work is right */
export function mustBeThere<Row>(row: Row | null | undefined, what: string): Row {
  if (row === null || row === undefined) throw new Error(`${what} is not there, and must be.`);
  return row;
}

/** Whether a query finds a row. */
export async function hasRow(query: Parameters<typeof findRow>[0]): Promise<boolean> {
  return (await findRow(query)) !== null;
}

/** The number of rows that a query without columns finds. */
export async function countRows<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as("count"));
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number };
  return Number(count);
}

/** The number of rows that a statement inserted, updated or deleted. */
export async function countChanged(statement: {
  executeTakeFirst(): Promise<Partial<DeleteResult & InsertResult & UpdateResult>>;
}): Promise<number> {
  const result = await statement.executeTakeFirst();
  return Number(result.numDeletedRows ?? result.numUpdatedRows ?? result.numInsertedOrUpdatedRows ?? 0n);
}

/** Whether a statement inserted, updated or deleted a row. */
export async function didChange(statement: Parameters<typeof countChanged>[0]): Promise<boolean> {
  return (await countChanged(statement)) > 0;
}
