import { createHash } from "node:crypto";
import { type FileHandle, open, opendir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import { codeOf } from "../errors/errors.ts";
import {
  type Blobs,
  blobMismatch,
  blobNotFound,
  blobPath,
  blobTooLarge,
  isBlobName,
  type ListedBlob,
  type PutOptions,
  requireRange,
  type StoredBlob,
} from "./blobs.ts";
import { createTemporaryFile, makeFolder, streamFile, sweepTemporaryFiles, syncFolder } from "./files.ts";
import { untilAborted } from "./until-aborted.ts";

const temporaryName = "tmp";
const asideName = "damaged";

/**
 * Blobs in a content-addressed folder: `<folder>/ab/0xab…`, or `<folder>/tmp` while they are written. Files are 0600, folders
 * 0700, made when they are needed.
 */
export function createDiskBlobs(folder: string): Blobs {
  const temporary = join(folder, temporaryName);
  return {
    put: (source, options) => putBlob(folder, temporary, source, options),
    read(hash, range) {
      if (range) requireRange(range);
      return streamFile(blobPath(folder, hash).path, range);
    },
    async readAll(hash, maxBytes) {
      await using handle = await open(blobPath(folder, hash).path).catch((error: unknown) => {
        throw codeOf(error) === "ENOENT" ? blobNotFound(hash) : error;
      });
      const { size } = await handle.stat();
      if (size > maxBytes) {
        throw blobTooLarge(maxBytes);
      }
      return await handle.readFile();
    },
    size: (hash) => sizeOf(blobPath(folder, hash).path),
    remove: (hash) => rm(blobPath(folder, hash).path, { force: true }),
    removeOlder: (hash, before) => removeOlder(blobPath(folder, hash).path, { before, temporary }),
    setAside: (hash, bytes) => setAside(folder, hash, bytes),
    list: () => listBlobs(folder),
    sweepTemporary: () => sweepTemporaryFiles(temporary),
  };
}

async function putBlob(
  folder: string,
  temporary: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<StoredBlob> {
  await using file = await createTemporaryFile(temporary);
  await using handle = await open(file.path, "wx", 0o600);
  const stored = await writeAll(handle, source, options);
  const { shard, path } = blobPath(folder, stored.hash);
  await makeFolder(shard);
  if (!(await renew(path, stored.size))) {
    await handle.sync();
    await file.moveTo(path);
  }
  // Also for a blob that was there: another `put` of it may not have synced yet.
  await syncFolder(shard);
  return stored;
}

/**
 * Writes the bytes of a `put` to an open file, and hashes them.
 * @throws as `Blobs.put`
 */
export async function writeAll(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, expected, signal }: PutOptions,
): Promise<StoredBlob> {
  const hasher = createHash("sha256");
  let size = 0;
  for await (const chunk of untilAborted(source, signal)) {
    size += chunk.length;
    if (size > maxBytes) {
      throw blobTooLarge(maxBytes);
    }
    hasher.update(chunk);
    await handle.appendFile(chunk);
  }
  signal?.throwIfAborted();
  const hash: Hash = `0x${hasher.digest("hex")}`;
  if (expected !== undefined && hash !== expected) throw blobMismatch(expected, hash);
  return { hash, size };
}

/** Resets the age of a complete blob, so that the sweep of unused blobs leaves it alone. */
async function renew(path: string, size: number): Promise<boolean> {
  if ((await sizeOf(path)) !== size) {
    return false;
  }
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function sizeOf(path: string): Promise<number | null> {
  return (await statOrNull(path))?.size ?? null;
}

/**
 * Removes a file in one step with the look at its age: it is moved first, and moved back if it was renewed meanwhile. A `put` in
 * between finds none, and writes it again.
 */
async function removeOlder(
  path: string,
  { before, temporary }: { before: number; temporary: string },
): Promise<boolean> {
  const isOld = (found: { mtimeMs: number } | null) => found !== null && found.mtimeMs < before;
  if (!isOld(await statOrNull(path))) return false;
  const aside = await createTemporaryFile(temporary);
  await using _removed = aside;
  const isMoved = await rename(path, aside.path).then(() => true, nullWhenMissing);
  if (!isMoved) return false;
  if (isOld(await statOrNull(aside.path))) return true;
  await aside.moveTo(path);
  return false;
}

async function setAside(folder: string, hash: Hash, bytes?: Uint8Array): Promise<void> {
  const aside = join(folder, asideName);
  await makeFolder(aside);
  if (bytes) await writeFile(join(aside, hash), bytes, { mode: 0o600, flush: true });
  else await rename(blobPath(folder, hash).path, join(aside, hash)).catch(nullWhenMissing);
  await syncFolder(aside);
}

async function* listBlobs(folder: string): AsyncGenerator<ListedBlob> {
  for await (const { name: shard, isFolder } of entries(folder)) {
    // Links are not followed: listed files may be removed.
    if (!isFolder || !/^[0-9a-f]{2}$/.test(shard)) {
      continue;
    }
    for await (const { name } of entries(join(folder, shard))) {
      const found =
        isBlobName(name) && name.startsWith(shard, 2) ? await statOrNull(join(folder, shard, name)) : null;
      if (isBlobName(name) && found !== null) {
        yield { hash: name, modifiedAt: Math.trunc(found.mtimeMs) };
      }
    }
  }
}

async function* entries(folder: string): AsyncGenerator<{ name: string; isFolder: boolean }> {
  const directory = await opendir(folder).catch(nullWhenMissing);
  if (directory !== null) {
    for await (const entry of directory) {
      yield { name: entry.name, isFolder: entry.isDirectory() };
    }
  }
}

function statOrNull(path: string) {
  return stat(path).catch(nullWhenMissing);
}

function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT") {
    return null;
  }
  throw error;
}
