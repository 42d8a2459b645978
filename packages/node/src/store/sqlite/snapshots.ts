import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statfsSync,
  statSync,
} from "node:fs";
import { link, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DatedTable, Snapshot, Snapshots } from "../copies/snapshots.ts";
import { parseSnapshotName, programKey, snapshotName } from "../copies/snapshots.ts";
import { sqliteFile } from "./dialect.ts";

const suffix = ".sqlite";
/** The disk space that must stay free after a copy. */
const spareBytes = 16 * 1024 * 1024;

/** Copies of the database file in `<dataDir>/snapshots`, each whole or not there. */
export function sqliteSnapshots(dataDir: string): Snapshots {
  const folder = join(dataDir, "snapshots");
  const pathOf = (name: string) => join(folder, `${name}${suffix}`);
  return {
    async make(now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      requireRoom(dataDir, folder);
      const snapshot = parseSnapshotName(snapshotName(now)) as Snapshot;
      await copyDatabase(sqliteFile(dataDir), pathOf(snapshot.name), folder);
      return snapshot;
    },
    async list() {
      const names = await readdir(folder).catch(() => [] as string[]);
      return names
        .filter((name) => name.endsWith(suffix))
        .map((name) => parseSnapshotName(name.slice(0, -suffix.length)))
        .filter((snapshot) => snapshot !== null)
        .sort((one, other) => one.madeAt - other.madeAt);
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async describe(name) {
      using database = new DatabaseSync(pathOf(name), { readOnly: true });
      const step = database.prepare("select max(name) as name from migrations").get();
      const program = database.prepare("select value from meta where key = ?").get(programKey);
      return { lastMigration: String(step?.name), program: program ? String(program.value) : null };
    },
    async countSince({ madeAt }, tables) {
      using database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
      return new Map(tables.map((table) => [table, countSince(database, table, madeAt)]));
    },
    async restore(name, { setAside } = { setAside: false }) {
      const file = sqliteFile(dataDir);
      // A copy, so that the snapshot stays; and beside the database, so that it takes its place in one step.
      const copy = `${file}.restoring`;
      await copyDatabase(pathOf(name), copy, dataDir);
      if (setAside) await linkFiles(file, join(folder, "replaced.sqlite"));
      // The log of the old database belongs to it alone.
      for (const part of ["-wal", "-shm"]) await rm(file + part, { force: true });
      await rename(copy, file);
      syncPath(dataDir);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** By SQLite itself, which sees one state of the file and its log. */
async function copyDatabase(from: string, to: string, folder: string): Promise<void> {
  const temporary = `${to}.tmp`;
  await rm(temporary, { force: true });
  try {
    using database = new DatabaseSync(from, { timeout: 5_000 });
    database.prepare("vacuum into ?").run(temporary);
    chmodSync(temporary, 0o600);
    syncPath(temporary);
    await rename(temporary, to);
    syncPath(folder);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function linkFiles(from: string, to: string): Promise<void> {
  for (const part of ["", "-wal", "-shm"]) {
    await rm(to + part, { force: true });
    if (existsSync(from + part)) await link(from + part, to + part);
  }
}

function requireRoom(dataDir: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const sizes = ["", "-wal"].map(
    (part) => statSync(sqliteFile(dataDir) + part, { throwIfNoEntry: false })?.size ?? 0,
  );
  const needed = sizes.reduce((sum, size) => sum + size, spareBytes);
  if (bavail * bsize >= needed) return;
  throw new Error(
    `There is no room for a copy of the database before it is changed: ${needed} bytes are needed in ${folder}, and ` +
      `${bavail * bsize} are free. Make room, and start again; nothing was changed.`,
  );
}

/** 0 where the database can't be read any more: then there is nothing to be lost. */
function countSince(database: DatabaseSync, table: DatedTable, since: number): number {
  try {
    const row = database.prepare(`select count(*) as count from ${table} where created_at > ?`).get(since);
    return Number(row?.count ?? 0);
  } catch {
    return 0;
  }
}

function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
