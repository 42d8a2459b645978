import { hash as hashOf } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type { Hash } from "@freehold/protocol";
import type { Pack } from "tar-stream";
import { verifyBytes } from "../../blobs/blobs.ts";
import { createTemporaryFolder, makeFolder, syncFolder } from "../../blobs/files.ts";
import { placeFile } from "../../blobs/place-file.ts";
import { backupPrefix } from "../../config/data-folder.ts";
import { agent } from "../../config/version.ts";
import type { Context } from "../../context.ts";
import { holdContents } from "../../domain/contents/sweep.ts";
import { writeTar } from "../../domain/files/write-tar.ts";
import { hasCode } from "../../errors/errors.ts";
import { archiveFormat, entryNames, type Manifest } from "./archive-format.ts";
import { type DumpedRows, dumpRows, writeHashedFile } from "./dump-rows.ts";

/** How many damaged contents are left out, one after the other, before the backup fails. */
const mostDamaged = 20;

type BackupContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">;

interface BackupOptions {
  /** Path of the new archive; no file is there yet. */
  readonly path: string;
  /** Path of the (encrypted) keystore to include; null for none. */
  readonly keystore: string | null;
  /** Called after each content: bytes of contents written, and of how many. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A new backup. */
export interface Backup {
  readonly path: string;
  /** Bytes of the archive. */
  readonly size: number;
  readonly manifest: Manifest;
}

/**
 * Writes the whole node into one archive while it works: all rows as they are at one moment, and the bytes of every
 * content in them. The archive gets its name once it is complete and durable; it holds secrets, so it is readable for
 * this user alone. Contents that don't match their hash are left out and listed.
 */
export async function writeBackup(context: BackupContext, options: BackupOptions): Promise<Backup> {
  const { path, signal } = options;
  const folder = dirname(path);
  await makeFolder(folder);
  await using resources = new AsyncDisposableStack();
  const { path: work } = resources.use(await createTemporaryFolder(folder, { prefix: backupPrefix }));
  resources.use(await holdContents(context));
  const rows = await dumpRows(context, work, signal);
  const damaged = new Set<Hash>();
  for (;;) {
    const plan = await planArchive(context, options, { work, rows, damaged });
    const archive = join(work, "archive");
    const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants;
    const params = { [ZSTD_c_compressionLevel]: 3, [ZSTD_c_checksumFlag]: 1 };
    try {
      await writeTar(archive, { compressor: createZstdCompress({ params }), flush: true, signal }, (tar) =>
        addEntries(tar, context, plan, options),
      );
      await placeFile(archive, path);
      await syncFolder(folder);
      return { path, size: (await stat(path)).size, manifest: plan.manifest };
    } catch (error) {
      if (!hasCode(error, "BLOB_MISMATCH") || damaged.size > mostDamaged) throw error;
      await rm(archive, { force: true });
    }
  }
}

type Plan = Awaited<ReturnType<typeof planArchive>>;

/** @param damaged known damaged contents; `addEntries` adds those that it meets */
async function planArchive(
  { blobs, clock, owner }: BackupContext,
  options: BackupOptions,
  { work, rows, damaged }: { work: string; rows: DumpedRows; damaged: Set<Hash> },
) {
  const missing = new Set<Hash>(damaged);
  const contents = { count: 0, bytes: 0 };
  const keystore = options.keystore === null ? null : await readFile(options.keystore);
  async function* lines() {
    for (const [name, { sha256 }] of rows.tables) yield `${sha256}  ${entryNames.table(name)}\n`;
    if (keystore) yield `${hashOf("sha256", keystore)}  ${entryNames.keystore}\n`;
    for await (const { hash, size } of rows.listContents()) {
      if (missing.has(hash) || (await blobs.size(hash)) !== size) {
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
  const own = await owner.get();
  const manifest: Manifest = {
    format: archiveFormat,
    program: agent,
    createdAt: new Date(clock.now()).toISOString(),
    schema: rows.schema,
    node: own && { address: own.address, url: own.url, title: own.title },
    rows: Object.fromEntries([...rows.tables].map(([name, table]) => [name, table.rows])),
    contents,
    missing: [...missing],
    keystore: keystore !== null,
    bytes: tableBytes + contents.bytes + (keystore?.length ?? 0),
    sums: { bytes: sums.size, sha256: sums.sha256 },
  };
  return { manifest, sums, rows, keystore, missing, damaged };
}

async function addEntries(
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
  for await (const content of rows.listContents()) {
    const { hash, size } = content;
    signal?.throwIfAborted();
    if (missing.has(hash)) continue;
    try {
      await add(entryNames.content(hash), size, Readable.from(verifyBytes(blobs.read(hash), content)));
    } catch (error) {
      if (hasCode(error, "BLOB_MISMATCH")) damaged.add(hash);
      throw error;
    }
    done += size;
    onProgress?.(done, manifest.contents.bytes);
  }
}
