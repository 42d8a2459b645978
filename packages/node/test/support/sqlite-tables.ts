import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sqliteFile } from "../../src/store/sqlite/dialect.ts";

let made: Promise<Buffer> | null = null;

/**
 * Puts a SQLite database with the tables of today into a data folder, for tests that do not look at how they come to be:
 * making them takes longer than most of these.
 */
export async function placeSqliteTables(dataDir: string): Promise<void> {
  made ??= makeTables();
  await writeFile(sqliteFile(dataDir), await made, { mode: 0o600 });
}

async function makeTables(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-tables-"));
  try {
    const store = await openStore({ dataDir, databaseUrl: null });
    await migrate(store);
    // What is written ahead goes into the file.
    await store[Symbol.asyncDispose]();
    return await readFile(sqliteFile(dataDir));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
