import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listMigrations } from "../../../packages/node/src/store/migrate.ts";
import { openSqlite } from "../../../packages/node/src/store/sqlite/dialect.ts";

/**
 * Makes a database as an earlier version left it: its first `version` migrations, with the rows of today's database
 * that it has columns for.
 *
 * @param source a database of today's, which nobody has open
 * @param target a file that is not there yet
 */
export function makeOldDatabase(source: string, target: string, version: number): void {
  const { traits, close } = openSqlite({ dataDir: dirname(target) });
  void close();
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  try {
    database.exec("create table migrations (name text primary key, applied_at integer not null) strict");
    for (const migration of listMigrations().slice(0, version)) {
      for (const statement of migration.statements(traits.ddl)) database.exec(statement);
      database.prepare("insert into migrations values (?, ?)").run(migration.name, Date.now());
    }
    database.prepare("attach database ? as today").run(source);
    for (const table of listTables(database)) copyRows(database, table);
    database.exec("detach database today");
  } finally {
    database.close();
  }
}

/** Those that hold rows of their own: not the search's, which is made again from the rest. */
function listTables(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'search%' and name <> 'migrations'",
    )
    .all();
  return rows.map(({ name }) => String(name));
}

function copyRows(database: DatabaseSync, table: string): void {
  const columns = (schema: string) =>
    database
      .prepare(`select name from pragma_table_xinfo(?, ?) where hidden = 0`)
      .all(table, schema)
      .map(({ name }) => String(name));
  const today = new Set(columns("today"));
  const shared = columns("main").filter((name) => today.has(name));
  if (shared.length === 0) return;
  // What the old one may not hold, it never had: a job or an author of a newer kind.
  database.exec(`insert or ignore into main.${table} (${shared}) select ${shared} from today.${table}`);
}
