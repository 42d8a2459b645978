import { sql } from "kysely";
import { migrations } from "./migrations/migrations.ts";
import type { Store, Tx } from "./store.ts";

/**
 * Brings the tables up to what this program knows, each migration in a transaction of its own. Processes that
 * start at the same time do it one after the other.
 *
 * @returns the names of the migrations that were applied by this call.
 * @throws Error in words when a newer program has worked on the database.
 */
export async function migrate(store: Store): Promise<{ applied: string[] }> {
  const applied: string[] = [];
  for (;;) {
    const name = await store.transaction((tx) => applyNext(store, tx));
    if (name === null) return { applied };
    applied.push(name);
  }
}

async function applyNext({ dialect }: Store, tx: Tx): Promise<string | null> {
  await dialect.liftTimeouts(tx);
  await dialect.lock(tx, "migrations");
  const { integer, text, tableOptions } = dialect.ddl;
  await sql
    .raw(
      `create table if not exists migrations (name ${text} primary key, applied_at ${integer} not null)${tableOptions}`,
    )
    .execute(tx);
  const rows = await tx.selectFrom("migrations").select("name").orderBy("name").execute();
  const done = new Set(rows.map((row) => row.name));
  refuseNewer(done);
  const next = migrations.find((migration) => !done.has(migration.name));
  if (!next) return null;
  for (const statement of next.statements(dialect.ddl)) await sql.raw(statement).execute(tx);
  await tx.insertInto("migrations").values({ name: next.name, applied_at: Date.now() }).execute();
  return next.name;
}

function refuseNewer(done: ReadonlySet<string>): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was made by a newer version of Freehold: it has been through ${unknown.join(", ")}, which this ` +
      "version does not know. Start that version, or restore a backup from before the upgrade.",
  );
}
