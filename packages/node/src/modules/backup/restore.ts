import { hash as hashOf } from "node:crypto";
import { mkdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@freehold/protocol/internal";
import { type Blobs, isBlobName } from "../../blobs/blobs.ts";
import { createDiskBlobs } from "../../blobs/disk-blobs.ts";
import { openS3Storage } from "../../blobs/s3/open-s3-storage.ts";
import type { Context } from "../../context.ts";
import { readLines } from "../../domain/files/read-lines.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import { takeRestoreFolder } from "../../startup/restore-folder.ts";
import type { DatabaseLocation } from "../../store/database.ts";
import { readMigrationState } from "../../store/migrate.ts";
import { openStore } from "../../store/open-store.ts";
import {
  archiveFormat,
  archiveLimits,
  entryNames,
  hashOfContentName,
  invalidBackup,
  type Manifest,
  manifestSchema,
} from "./archive-format.ts";
import { readContentRows, writeHashedFile } from "./dump-rows.ts";
import { type ImportedRows, importRows, refuseNewerRows } from "./import-rows.ts";
import { type ArchiveEntry, readArchive } from "./read-archive.ts";
import { listBackedUpTables } from "./store/backup-tables.ts";

interface RestoreOptions {
  readonly file: string;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a restore: the checks, and the restored rows and files. */
export interface Restored extends ImportedRows {
  readonly manifest: Manifest;
}

/** Bytes that must stay free on the disk. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Restores a node from an archive into an empty data folder and, for PostgreSQL, an empty database, which it holds until
 * its end. Everything is read into a folder of its own and checked there: every hash, every signature, and that no entry is
 * missing or added. Only then it is moved to its place, so a restore that fails leaves nothing; in S3 it leaves contents
 * that nothing names, which the next node there removes. Everything by which the node would call others is switched off,
 * see `switchServicesOn`.
 *
 * @throws AppError BACKUP_INVALID with the fault of the archive; AppError CONFLICT for a target that is not empty
 */
export async function restoreBackup(
  context: {
    config: Pick<Context["config"], "dataDir" | "databaseUrl"> &
      Partial<Pick<Context["config"], "databaseDirectUrl" | "s3">>;
  } & Pick<Context, "recover">,
  options: RestoreOptions,
): Promise<Restored> {
  const { dataDir, databaseUrl, databaseDirectUrl = null, s3 } = context.config;
  const location = { dataDir, databaseUrl, databaseDirectUrl };
  await using folder = await takeRestoreFolder(location);
  const { data, scratch } = folder;
  const dump = join(scratch, "dump");
  await mkdir(dump, { mode: 0o700 });
  const blobs = s3
    ? openS3Storage({ location: s3, dataDir: join(scratch, "s3"), cacheBytes: 0, log: { warn() {} } }).blobs
    : createDiskBlobs(join(data, "contents"));
  const unpacked = await unpack({ data, dump, blobs }, options);
  // In PostgreSQL the rows are there with the commit, so the files are before it.
  const beforeCommit = databaseUrl === null ? async () => {} : folder.moveIntoPlace;
  const imported = await importInto(context, { ...location, dataDir: data }, { unpacked, beforeCommit });
  await folder.moveIntoPlace();
  folder.keep();
  return { ...imported, manifest: unpacked.manifest };
}

interface Unpacked {
  readonly manifest: Manifest;
  /** The dumped rows by table. */
  readonly files: ReadonlyMap<string, string>;
}

async function unpack(
  { data, dump, blobs }: { data: string; dump: string; blobs: Blobs },
  { file, onProgress, signal }: RestoreOptions,
): Promise<Unpacked> {
  const entries = readArchive(file, signal);
  try {
    const first = await nextEntry(entries, entryNames.manifest);
    const manifest = parseManifest(await readBounded(first, archiveLimits.manifestBytes));
    await requireSpace(dump, manifest);
    const sums = join(dump, "sums");
    const second = await nextEntry(entries, entryNames.sums);
    if (second.size !== manifest.sums.bytes)
      throw invalidBackup(`${quote(second.name)} does not have the expected length.`);
    await saveEntry(second, sums, manifest.sums.sha256);
    const files = new Map<string, string>();
    let done = 0;
    for await (const line of readLines(sums, invalidBackup)) {
      signal?.throwIfAborted();
      const { name, sha256 } = parseSum(line);
      const entry = await nextEntry(entries, name);
      done += entry.size;
      if (done > manifest.bytes) throw invalidBackup("The backup holds more than its manifest says.");
      await unpackEntry(entry, sha256, { data, dump, blobs, files });
      onProgress?.(done, manifest.bytes);
    }
    if (done !== manifest.bytes) throw invalidBackup("The backup holds less than its manifest says.");
    const more = await entries.next();
    if (!more.done) throw invalidBackup(`The backup holds an entry too many: ${quote(more.value.name)}.`);
    await compareContents(blobs, { manifest, files });
    return { manifest, files };
  } finally {
    await entries.return(undefined);
  }
}

/** Writes one entry to where its name belongs: rows, the keystore, or a content. */
async function unpackEntry(
  entry: ArchiveEntry,
  sha256: string,
  to: { data: string; dump: string; blobs: Blobs; files: Map<string, string> },
): Promise<void> {
  const table = listBackedUpTables().find(({ name }) => entryNames.table(name) === entry.name);
  if (table) {
    const path = join(to.dump, `${table.name}.jsonl`);
    to.files.set(table.name, path);
    return await saveEntry(entry, path, sha256);
  }
  if (entry.name === entryNames.keystore) {
    const bytes = await readBounded(entry, archiveLimits.keystoreBytes);
    requireHash(entry.name, hashOf("sha256", bytes), sha256);
    return await writeFile(join(to.data, "keystore.json"), bytes, { mode: 0o600, flag: "wx", flush: true });
  }
  const hash = hashOfContentName(entry.name);
  if (hash === null)
    throw invalidBackup(`The backup holds an entry that does not belong there: ${quote(entry.name)}.`);
  requireHash(entry.name, hash.slice(2), sha256);
  const stored = await to.blobs.put(entry.bytes, { maxBytes: entry.size }).catch((error: unknown) => {
    if (!hasCode(error, "BLOB_TOO_LARGE")) throw error;
    throw invalidBackup("A file in the backup is longer than stated.");
  });
  requireHash(entry.name, stored.hash.slice(2), sha256);
}

/** Every content in the rows, except those that the manifest lists as missing, came with its length; and no other came. */
async function compareContents(blobs: Blobs, { manifest, files }: Unpacked): Promise<void> {
  const missing = new Set(manifest.missing);
  const path = files.get("contents");
  let found = 0;
  for await (const { hash, size } of path === undefined ? [] : readContentRows(path)) {
    if (missing.has(hash)) continue;
    if (!isBlobName(hash) || (await blobs.size(hash)) !== size)
      throw invalidBackup(`The file ${quote(String(hash))} is not in the backup.`);
    found += 1;
  }
  if (found !== manifest.contents.count) throw invalidBackup("The backup has files that no row refers to.");
}

async function importInto(
  { recover }: Pick<Context, "recover">,
  location: DatabaseLocation,
  { unpacked, beforeCommit }: { unpacked: Unpacked; beforeCommit: () => Promise<void> },
): Promise<ImportedRows> {
  await using store = await openStore(location);
  const { done } = await readMigrationState(store.db);
  if (done.length > 0) {
    throw new AppError("CONFLICT", "The database is not empty. A backup is restored into an empty one.");
  }
  return await store.transaction(async (tx) => {
    const imported = await importRows({ store, recover }, tx, unpacked);
    if (imported.rows !== Object.values(unpacked.manifest.rows).reduce((sum, rows) => sum + rows, 0))
      throw invalidBackup("The backup holds other rows than its manifest says.");
    await beforeCommit();
    return imported;
  });
}

async function requireSpace(folder: string, { bytes, sums }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * 1.1 + sums.bytes + spareBytes;
  if (bavail * bsize >= needed) return;
  throw new AppError(
    "TOO_LARGE",
    msg`There is not enough space for this backup: about ${Math.ceil(needed)} bytes are needed, and ${bavail * bsize} are free.`,
  );
}

async function nextEntry(entries: AsyncGenerator<ArchiveEntry>, name: string): Promise<ArchiveEntry> {
  const { done, value } = await entries.next();
  if (done) throw invalidBackup(`The backup ends before ${quote(name)}.`);
  if (value.name === name) return value;
  throw invalidBackup(`The backup has ${quote(value.name)} where ${quote(name)} should be.`);
}

async function readBounded(entry: ArchiveEntry, maxBytes: number): Promise<Buffer> {
  if (entry.size > maxBytes) throw invalidBackup(`${quote(entry.name)} in the backup is too large.`);
  return Buffer.concat(await Array.fromAsync(entry.bytes));
}

async function saveEntry(entry: ArchiveEntry, path: string, expected: string): Promise<void> {
  const { sha256 } = await writeHashedFile(path, entry.bytes);
  requireHash(entry.name, sha256, expected);
}

function parseManifest(bytes: Buffer): Manifest {
  const json = parseJson(bytes.toString("utf8"));
  const format = typeof json === "object" && json !== null && "format" in json ? json.format : null;
  if (typeof format === "number" && format !== archiveFormat)
    throw invalidBackup(
      `The backup has the form ${format}, and this version of Freehold knows ${archiveFormat}.`,
    );
  const { data: manifest } = manifestSchema.safeParse(json);
  if (!manifest) throw invalidBackup("The manifest of the backup is malformed.");
  refuseNewerRows(manifest);
  return manifest;
}

function parseSum(line: string): { name: string; sha256: string } {
  const [, sha256, name] = /^([0-9a-f]{64}) {2}([\w./-]{1,100})$/.exec(line) ?? [];
  if (sha256 === undefined || name === undefined) throw invalidBackup("A line of the sums is malformed.");
  return { name, sha256 };
}

function requireHash(name: string, found: string, expected: string): void {
  if (found === expected) return;
  throw invalidBackup(`${quote(name)} in the backup is not what was written: its hash is another.`);
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
