import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { KiB } from "@freehold/protocol/internal";
import { sql } from "kysely";
import { createStore } from "../create-store.ts";
import { dialectOf, type Reader } from "../database.ts";
import { limits } from "../limits.ts";
import { migrate } from "../migrate.ts";
import { openSqliteInMemory, sqliteFile } from "../sqlite/dialect.ts";

const damageBytes = 64 * KiB; // the report of damage to the database

const program = fileURLToPath(new URL("./find-damage-program.ts", import.meta.url));

/**
 * Reads the whole SQLite database of a data folder and returns its faults. SQLite reads without a pause, so that is done in
 * a process of its own, which can be ended in the middle.
 *
 * @returns a line for each damage; null when the signal came first
 */
export async function findDamage(dataDir: string, signal: AbortSignal): Promise<string[] | null> {
  if (signal.aborted) return null;
  const reading = promisify(execFile)(
    process.execPath,
    [program, sqliteFile(dataDir), String(limits.busyMs)],
    {
      maxBuffer: damageBytes,
      // It needs nothing of it, and the environment holds secrets.
      env: {},
    },
  );
  // The option of the same name sends a signal that may be put off.
  const end = () => reading.child.kill("SIGKILL");
  signal.addEventListener("abort", end, { once: true });
  try {
    return JSON.parse((await reading).stdout) as string[];
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** The columns of each table, in no order that matters. */
type Shape = ReadonlyMap<string, readonly string[]>;

/**
 * Tables and columns that this program expects and a database lacks: `table`, or `table.column`. After all migrations there
 * are none, unless a migration was interrupted or somebody else changed the database.
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

/** The shape after all migrations, made in memory. It leaves out the full text index, which each dialect has its own of. */
async function expectedShape(): Promise<Shape> {
  await using store = createStore(openSqliteInMemory(), false);
  await migrate(store);
  return await readShape(store.db);
}

/** The database's name and version: `SQLite 3.50.4`. */
export async function readEngine(db: Reader): Promise<string> {
  const { rows } = await sql.raw<{ engine: string }>(dialectOf(db).engineQuery).execute(db);
  return rows[0]?.engine ?? "";
}
