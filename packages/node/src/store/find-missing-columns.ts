import { openSqliteInMemory } from "./dialects/sqlite.ts";
import { migrate } from "./migrate.ts";
import { createStore, type Reader } from "./store.ts";

/** The columns of each table, in no order that matters. */
type Shape = ReadonlyMap<string, readonly string[]>;

/**
 * What this program expects in a database and that one does not have: `table`, or `table.column`. After all
 * migrations that is nothing, unless one was made by half or the database was changed by somebody else.
 */
export async function findMissingColumns(db: Reader): Promise<string[]> {
  const there = await readShape(db);
  const missing: string[] = [];
  for (const [table, columns] of await expectedShape()) {
    const found = there.get(table);
    if (!found) missing.push(table);
    else
      missing.push(...columns.filter((column) => !found.includes(column)).map((name) => `${table}.${name}`));
  }
  return missing;
}

/** The tables of a database, with their columns. Those that the database computes itself may be missing. */
async function readShape(db: Reader): Promise<Shape> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

/** What the same migrations make, in memory and a moment ago. The full text index is each dialect's own, and not in it. */
async function expectedShape(): Promise<Shape> {
  await using store = createStore(openSqliteInMemory(), false);
  await migrate(store);
  return await readShape(store.db);
}
