import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Store } from "../../src/store/database.ts";
import { openStore } from "../../src/store/open-store.ts";

/** Has the database count what its tables hold, so that it plans as it does on a node that has been running. */
export async function analyze({ db }: Store): Promise<void> {
  await sql`analyze`.execute(db);
}

/**
 * The same rows in another SQLite file, without the indexes that migrations made: a query that has one has to go through
 * the table there. What the tables' own keys are made of stays.
 */
export async function copyWithoutIndexes(store: Store, dataDir: string): Promise<Store> {
  await mkdir(dataDir);
  await sql`vacuum into ${join(dataDir, "freehold.sqlite")}`.execute(store.db);
  const bare = await openStore({ dataDir, databaseUrl: null });
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and sql is not null
  `.execute(bare.db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(bare.db);
  return bare;
}
