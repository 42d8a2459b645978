import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, statfs, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Blobs } from "../../blobs/blobs.ts";
import { createDiskBlobs } from "../../blobs/disk-blobs.ts";
import { makeFolder, syncFolder } from "../../blobs/files.ts";
import type { Context } from "../../context.ts";
import { AppError, hasCode } from "../../errors/errors.ts";
import { backedUpTables } from "../../store/backup-tables.ts";
import { readMigrationState } from "../../store/migrate.ts";
import { openStore } from "../../store/open-store.ts";
import {
  archiveFormat,
  archiveLimits,
  entryNames,
  hashOfContentName,
  type Manifest,
  manifestSchema,
} from "./archive-format.ts";
import { readContentRows, readLines } from "./dump-rows.ts";
import { type ImportedRows, importRows, refuseNewerRows } from "./import-rows.ts";
import { type ArchiveEntry, readArchive } from "./read-archive.ts";

export interface RestoreOptions {
  readonly file: string;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What was checked and is there now. */
export interface Restored extends ImportedRows {
  readonly manifest: Manifest;
}

// Not a limit: the owner's own archive.
/** What must be left over on the disk. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Makes a node out of an archive, in a data folder that is empty and, for PostgreSQL, a database that is. Everything
 * is read into a folder beside it and checked there: every hash, every signature, and that nothing is too many or
 * missing. Only then it gets its place, so that a restore that fails leaves nothing. What the node would send outside is
 * switched off, see `switchServicesOn`.
 *
 * @throws AppError BACKUP_INVALID that says what is wrong with the archive; AppError CONFLICT where the place is not empty
 */
export async function restoreBackup(
  context: { config: Pick<Context["config"], "dataDir" | "databaseUrl"> } & Pick<Context, "recover">,
  options: RestoreOptions,
): Promise<Restored> {
  const { dataDir, databaseUrl } = context.config;
  await requireEmpty(dataDir);
  const above = dirname(dataDir);
  await makeFolder(above);
  await using resources = new AsyncDisposableStack();
  const staging = await mkdtemp(join(above, `.${basename(dataDir)}.restoring-`));
  resources.defer(() => rm(staging, { recursive: true, force: true }));
  const data = join(staging, "data");
  const spool = join(staging, "spool");
  await mkdir(data, { mode: 0o700 });
  await mkdir(spool, { mode: 0o700 });
  const unpacked = await unpack({ data, spool }, options);
  const imported = await importInto(context, { dataDir: data, databaseUrl }, unpacked);
  await takePlace(data, dataDir);
  return { ...imported, manifest: unpacked.manifest };
}

interface Unpacked {
  readonly manifest: Manifest;
  /** The spooled rows by table. */
  readonly files: ReadonlyMap<string, string>;
}

async function unpack(
  { data, spool }: { data: string; spool: string },
  { file, onProgress, signal }: RestoreOptions,
): Promise<Unpacked> {
  const entries = readArchive(file, signal);
  try {
    const manifest = parseManifest(await take(entries, entryNames.manifest, archiveLimits.manifestBytes));
    await requireRoom(spool, manifest);
    const sums = join(spool, "sums");
    await spoolEntry(await next(entries, entryNames.sums), sums, manifest.sums.sha256, manifest.sums.bytes);
    const blobs = createDiskBlobs(join(data, "contents"));
    const files = new Map<string, string>();
    let done = 0;
    for await (const line of readLines(sums)) {
      signal?.throwIfAborted();
      const { name, sha256 } = parseSum(line);
      const entry = await next(entries, name);
      done += entry.size;
      if (done > manifest.bytes)
        throw new AppError("BACKUP_INVALID", "The backup holds more than its manifest says.");
      await takeEntry(entry, sha256, { data, spool, blobs, files });
      onProgress?.(done, manifest.bytes);
    }
    if (done !== manifest.bytes)
      throw new AppError("BACKUP_INVALID", "The backup holds less than its manifest says.");
    const more = await entries.next();
    if (!more.done)
      throw new AppError("BACKUP_INVALID", `The backup holds an entry too many: ${quote(more.value.name)}.`);
    await compareContents(blobs, manifest, files);
    return { manifest, files };
  } finally {
    await entries.return(undefined);
  }
}

/** One entry, which has its place by its name: rows, the keystore, or a content. */
async function takeEntry(
  entry: ArchiveEntry,
  sha256: string,
  to: { data: string; spool: string; blobs: Blobs; files: Map<string, string> },
): Promise<void> {
  const table = backedUpTables.find(({ name }) => entryNames.table(name) === entry.name);
  if (table) {
    const path = join(to.spool, `${table.name}.jsonl`);
    to.files.set(table.name, path);
    return await spoolEntry(entry, path, sha256);
  }
  if (entry.name === entryNames.keystore) {
    const bytes = await readBounded(entry, archiveLimits.keystoreBytes);
    requireHash(entry.name, createHash("sha256").update(bytes).digest("hex"), sha256);
    return await writeFile(join(to.data, "keystore.json"), bytes, { mode: 0o600, flag: "wx", flush: true });
  }
  const hash = hashOfContentName(entry.name);
  if (hash === null)
    throw new AppError(
      "BACKUP_INVALID",
      `The backup holds an entry that does not belong there: ${quote(entry.name)}.`,
    );
  requireHash(entry.name, hash.slice(2), sha256);
  const stored = await to.blobs.put(entry.bytes, { maxBytes: entry.size }).catch(rethrow);
  requireHash(entry.name, stored.hash.slice(2), sha256);
}

/** What the rows say is here is what came, in its length, but for what the manifest names as missing. */
async function compareContents(
  blobs: Blobs,
  manifest: Manifest,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const missing = new Set(manifest.missing);
  const path = files.get("contents");
  let found = 0;
  if (path !== undefined) {
    for await (const { hash, size } of readContentRows(path)) {
      if (missing.has(hash)) continue;
      if (!/^0x[0-9a-f]{64}$/.test(hash) || (await blobs.size(hash)) !== size) {
        throw new AppError("BACKUP_INVALID", `The bytes of ${quote(String(hash))} are not in the backup.`);
      }
      found += 1;
    }
  }
  if (found !== manifest.contents.count) {
    throw new AppError("BACKUP_INVALID", "The backup holds contents that no row knows.");
  }
}

async function importInto(
  { recover }: Pick<Context, "recover">,
  place: { dataDir: string; databaseUrl: string | null },
  unpacked: Unpacked,
): Promise<ImportedRows> {
  await using store = await openStore(place);
  const { done } = await readMigrationState(store.db);
  if (done.length > 0) {
    throw new AppError("CONFLICT", "The database is not empty. A backup is restored into an empty one.");
  }
  const imported = await store.transaction((tx) => importRows({ store, recover }, tx, unpacked));
  if (imported.rows !== Object.values(unpacked.manifest.rows).reduce((sum, rows) => sum + rows, 0)) {
    throw new AppError("BACKUP_INVALID", "The backup holds other rows than its manifest says.");
  }
  return imported;
}

async function takePlace(data: string, dataDir: string): Promise<void> {
  // An empty folder that is there may have been made for this; a mounted one can't be replaced, but filled.
  const isReplaced = await rmdir(dataDir).then(
    () => true,
    (error: unknown) => isError(error, "ENOENT"),
  );
  if (isReplaced) await rename(data, dataDir);
  else for (const name of await readdir(data)) await rename(join(data, name), join(dataDir, name));
  await syncFolder(dataDir);
  await syncFolder(dirname(dataDir));
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (isError(error, "ENOENT")) return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new AppError(
    "CONFLICT",
    `${dataDir} is not empty. A backup is restored into an empty folder: name another one with --data.`,
  );
}

async function requireRoom(folder: string, { bytes, sums }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * 1.1 + sums.bytes + spareBytes;
  if (bavail * bsize >= needed) return;
  throw new AppError(
    "TOO_LARGE",
    `There is no room for this backup: about ${Math.ceil(needed)} bytes are needed, and ${bavail * bsize} are free.`,
  );
}

async function next(entries: AsyncGenerator<ArchiveEntry>, name: string): Promise<ArchiveEntry> {
  const { done, value } = await entries.next();
  if (done) throw new AppError("BACKUP_INVALID", `The backup ends before ${quote(name)}.`);
  if (value.name === name) return value;
  throw new AppError("BACKUP_INVALID", `The backup has ${quote(value.name)} where ${quote(name)} should be.`);
}

async function take(entries: AsyncGenerator<ArchiveEntry>, name: string, maxBytes: number): Promise<Buffer> {
  return await readBounded(await next(entries, name), maxBytes);
}

async function readBounded(entry: ArchiveEntry, maxBytes: number): Promise<Buffer> {
  if (entry.size > maxBytes)
    throw new AppError("BACKUP_INVALID", `${quote(entry.name)} in the backup is too large.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function spoolEntry(
  entry: ArchiveEntry,
  path: string,
  sha256: string,
  size = entry.size,
): Promise<void> {
  if (entry.size !== size)
    throw new AppError("BACKUP_INVALID", `${quote(entry.name)} has not the length that it should have.`);
  const hasher = createHash("sha256");
  async function* hashed() {
    for await (const chunk of entry.bytes) {
      hasher.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  requireHash(entry.name, hasher.digest("hex"), sha256);
}

function parseManifest(bytes: Buffer): Manifest {
  let json: unknown = null;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch {
    // Said below.
  }
  const format = typeof json === "object" && json !== null && "format" in json ? json.format : null;
  if (typeof format === "number" && format !== archiveFormat) {
    throw new AppError(
      "BACKUP_INVALID",
      `The backup has the form ${format}, and this version of Freehold knows ${archiveFormat}.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new AppError("BACKUP_INVALID", "The manifest of the backup is none.");
  refuseNewerRows(parsed.data);
  return parsed.data;
}

function parseSum(line: string): { name: string; sha256: string } {
  const [, sha256, name] = /^([0-9a-f]{64}) {2}([\w./-]{1,100})$/.exec(line) ?? [];
  if (sha256 === undefined || name === undefined)
    throw new AppError("BACKUP_INVALID", "A line of the sums is none.");
  return { name, sha256 };
}

function requireHash(name: string, found: string, wanted: string): void {
  if (found !== wanted)
    throw new AppError(
      "BACKUP_INVALID",
      `${quote(name)} in the backup is not what was written: its hash is another.`,
    );
}

function rethrow(error: unknown): never {
  throw hasCode(error, "BLOB_TOO_LARGE")
    ? new AppError("BACKUP_INVALID", "A content of the backup is longer than it says.")
    : error;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
