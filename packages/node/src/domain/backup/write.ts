import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type { Hash } from "@freehold/protocol";
import { type Pack, pack } from "tar-stream";
import { blobMismatch } from "../../blobs/blobs.ts";
import { makeFolder, syncFolder } from "../../blobs/files.ts";
import { agent } from "../../config/version.ts";
import type { Context } from "../../context.ts";
import { hasCode } from "../../errors/errors.ts";
import { holdContents } from "../contents/sweep.ts";
import { archiveFormat, entryNames, type Manifest } from "./archive-format.ts";
import {
  dumpRows,
  type HashedFile,
  isThere,
  readContentRows,
  type SpooledRows,
  writeHashedFile,
} from "./dump-rows.ts";

// Not a limit: the owner's own archive.
/** So many damaged contents are left out one after the other before it is given up. */
const mostDamaged = 20;

type BackupContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">;

export interface BackupOptions {
  /** Where the archive is to be; nothing is there. */
  readonly path: string;
  /** The keystore to take along, encrypted as it is; null for none. */
  readonly keystore: string | null;
  /** Told of each piece: how many bytes of contents are in, and of how many. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What was made. */
export interface Backup {
  readonly path: string;
  /** Bytes of the archive. */
  readonly size: number;
  readonly manifest: Manifest;
}

/**
 * Writes everything that this node is into one archive, while it works: all rows as they were at one moment, and
 * the bytes of every content that they name. The archive appears under its name when it is whole and on the disk;
 * it is a secret, and readable for this user alone. Contents that are not as their hash says are left out and named.
 */
export async function writeBackup(context: BackupContext, options: BackupOptions): Promise<Backup> {
  const { path, signal } = options;
  const folder = dirname(path);
  await makeFolder(folder);
  await using resources = new AsyncDisposableStack();
  const work = await mkdtemp(join(folder, `.${basename(path)}.`));
  resources.defer(() => rm(work, { recursive: true, force: true }));
  resources.use(await holdContents(context));
  const rows = await dumpRows(context, work, signal);
  const damaged = new Set<Hash>();
  for (;;) {
    const plan = await planArchive(context, options, { work, rows, damaged });
    const archive = join(work, "archive");
    try {
      await writeArchive(context, plan, archive, options);
      await rename(archive, path);
      await syncFolder(folder);
      return { path, size: (await stat(path)).size, manifest: plan.manifest };
    } catch (error) {
      if (!hasCode(error, "BLOB_MISMATCH") || damaged.size > mostDamaged) throw error;
      await rm(archive, { force: true });
    }
  }
}

interface Plan {
  readonly manifest: Manifest;
  readonly sums: HashedFile;
  readonly rows: SpooledRows;
  readonly keystore: Buffer | null;
  readonly missing: ReadonlySet<Hash>;
  /** Contents that turn out to be damaged are added here. */
  readonly damaged: Set<Hash>;
}

async function planArchive(
  context: BackupContext,
  options: BackupOptions,
  { work, rows, damaged }: { work: string; rows: SpooledRows; damaged: Set<Hash> },
): Promise<Plan> {
  const missing = new Set<Hash>(damaged);
  const contents = { count: 0, bytes: 0 };
  const keystore = options.keystore === null ? null : await readFile(options.keystore);
  async function* lines() {
    for (const [name, { sha256 }] of rows.tables) yield `${sha256}  ${entryNames.table(name)}\n`;
    if (keystore) yield `${sha256Of(keystore)}  ${entryNames.keystore}\n`;
    for await (const content of readContentRows(pathOfTable(rows, "contents"))) {
      const { hash, size } = content;
      if (missing.has(hash) || !(await isThere(context, content))) {
        missing.add(hash);
        continue;
      }
      contents.count += 1;
      contents.bytes += size;
      yield `${hash.slice(2)}  ${entryNames.content(hash)}\n`;
    }
  }
  const sums = await writeHashedFile(join(work, `sums-${damaged.size}`), lines());
  const tableBytes = [...rows.tables.values()].reduce((sum, { size }) => sum + size, 0);
  const own = await context.owner.get();
  return {
    sums,
    rows,
    keystore,
    missing,
    damaged,
    manifest: {
      format: archiveFormat,
      program: agent,
      createdAt: new Date(context.clock.now()).toISOString(),
      schema: rows.schema,
      node: own && { address: own.address, url: own.url, title: own.title },
      rows: Object.fromEntries([...rows.tables].map(([name, table]) => [name, table.rows])),
      contents,
      missing: [...missing],
      keystore: keystore !== null,
      bytes: tableBytes + contents.bytes + (keystore?.length ?? 0),
      sums: { bytes: sums.size, sha256: sums.sha256 },
    },
  };
}

async function writeArchive(
  context: BackupContext,
  plan: Plan,
  path: string,
  options: BackupOptions,
): Promise<void> {
  const tar = pack();
  const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants;
  const zstd = createZstdCompress({ params: { [ZSTD_c_compressionLevel]: 3, [ZSTD_c_checksumFlag]: 1 } });
  const out = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const signal = options.signal ? { signal: options.signal } : {};
  const written = pipeline(tar, zstd, out, signal);
  // Whichever of the two fails, the other is ended; the first error is the one that tells.
  const filled = fill(tar, context, plan, options).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [fillEnd, writeEnd] = await Promise.allSettled([filled, written]);
  if (writeEnd.status === "rejected" && !(fillEnd.status === "rejected" && isTelling(fillEnd.reason)))
    throw writeEnd.reason;
  if (fillEnd.status === "rejected") throw fillEnd.reason;
}

function isTelling(error: unknown): boolean {
  return hasCode(error, "BLOB_MISMATCH") || (error instanceof Error && "syscall" in error);
}

async function fill(
  tar: Pack,
  { blobs, clock }: BackupContext,
  { manifest, sums, rows, keystore, missing, damaged }: Plan,
  { onProgress, signal }: BackupOptions,
): Promise<void> {
  const mtime = new Date(clock.now());
  const add = (name: string, size: number, source: Readable) =>
    pipeline(source, tar.entry({ name, size, mode: 0o600, mtime }));
  const addBytes = (name: string, bytes: Buffer) => add(name, bytes.length, Readable.from([bytes]));
  await addBytes(entryNames.manifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await add(entryNames.sums, sums.size, createReadStream(sums.path));
  for (const [name, { path, size }] of rows.tables) {
    await add(entryNames.table(name), size, createReadStream(path));
  }
  if (keystore) await addBytes(entryNames.keystore, keystore);
  let done = 0;
  for await (const content of readContentRows(pathOfTable(rows, "contents"))) {
    const { hash, size } = content;
    signal?.throwIfAborted();
    if (missing.has(hash)) continue;
    await add(entryNames.content(hash), size, Readable.from(checked(content, blobs.read(hash), damaged)));
    done += size;
    onProgress?.(done, manifest.contents.bytes);
  }
  tar.finalize();
}

/** The bytes as they come, which at their end must be those of the hash. */
async function* checked(
  { hash, size }: { hash: Hash; size: number },
  source: AsyncIterable<Uint8Array>,
  damaged: Set<Hash>,
) {
  const hasher = createHash("sha256");
  let length = 0;
  for await (const chunk of source) {
    hasher.update(chunk);
    length += chunk.length;
    if (length > size) break;
    yield chunk;
  }
  if (length === size && `0x${hasher.digest("hex")}` === hash) return;
  damaged.add(hash);
  throw blobMismatch(hash, "other bytes");
}

function pathOfTable({ tables }: SpooledRows, name: string): string {
  const table = tables.get(name);
  if (!table) throw new Error(`The rows of ${name} are missing.`);
  return table.path;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
