import type { Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Hash } from "@freehold/protocol";
import { dayMs, minuteMs } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache";
import { codeOf } from "../../errors/errors.ts";
import { type ByteRange, hashBytes } from "../blobs.ts";
import { createTemporaryFile, sweepTemporaryFiles, type TemporaryFile } from "../files.ts";

const cacheFiles = 8; // files of the greatest length that fit into the cache (FREEHOLD_CACHE_BYTES)
const cacheCheckedFiles = 100_000; // files of the cache that were compared with their hash
const cacheScanMs = 5 * minuteMs; // the size of the cache as a process knows it
const cacheTouchMs = minuteMs; // the precision of the time at which a file was read last
const cacheFileMs = 7 * dayMs; // a file in the cache

/** Copies of the objects that were read last, in a folder of this machine. Any copy may be lost at any time. */
export interface DiskCache {
  readonly folder: string;
  /** The largest size of one file; 0: nothing is cached. */
  readonly maxFileBytes: number;
  find(name: string): Promise<CachedFile | null>;
  /** Opens a file that has the hash, and removes a file that was changed. */
  open(name: string, hash: Hash): Promise<OpenFile | null>;
  /**
   * Writes a file, the whole of it or nothing.
   * @param size in bytes
   * @returns false when there is no room
   * @throws what the source throws
   */
  add(name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** Takes a finished file, if there is room. After any error there is no copy. */
  adopt(name: string, size: number, file: TemporaryFile): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes unfinished files, and old ones, whose objects another machine may have removed. */
  sweep(): Promise<void>;
}

interface CachedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

interface OpenFile {
  /** Reads the file and closes it. The caller must call it. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

interface Entry extends CachedFile {
  readonly usedAt: number;
  readonly addedAt: number;
}

/**
 * Several processes may use one folder: each file is added and removed as a whole, a process that has opened a file can still
 * read it after another one removed it, and each process counts every few minutes how much the others added. The modification
 * time of a file is set to a whole second when it is added, and only its access time changes when it is read: so a later change
 * of its bytes is noticed and not served. A process compares a file with its hash when it first opens it.
 */
export function createDiskCache(folder: string, maxBytes: number): DiskCache {
  const temporary = join(folder, "tmp");
  const maxFileBytes = Math.floor(maxBytes / cacheFiles);
  const checked = new LRUCache<string, string>({ max: cacheCheckedFiles });
  const checking = new Map<string, Promise<boolean>>();
  let bytes = 0;
  let scannedAt = Number.NEGATIVE_INFINITY;
  let turn: Promise<unknown> = Promise.resolve();

  /** Counts a file as added, once there is room for it. */
  function takeRoom(size: number): Promise<boolean> {
    const taken = turn.then(async () => {
      if (bytes + size > maxBytes || performance.now() - scannedAt > cacheScanMs) await makeRoom(size);
      if (size > maxFileBytes || bytes + size > maxBytes) return false;
      bytes += size;
      return true;
    });
    turn = taken.catch(() => {});
    return taken;
  }

  async function makeRoom(size: number): Promise<void> {
    const entries = (await Array.fromAsync(listEntries(folder))).sort((a, b) => a.usedAt - b.usedAt);
    bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    scannedAt = performance.now();
    if (bytes + size <= maxBytes) return;
    for (const entry of entries) {
      // Frees more than is needed, so that not every file has to look through the folder.
      if (bytes + size <= maxBytes * 0.9) break;
      await rm(entry.path, { force: true });
      bytes -= entry.size;
    }
  }

  async function moveIn(name: string, file: TemporaryFile): Promise<void> {
    const path = join(folder, name);
    const now = Math.floor(Date.now() / 1000);
    await utimes(file.path, now, now);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const found = await stat(file.path);
    await file.moveTo(path);
    checked.set(name, versionOf(found));
  }

  /** Calls at the same time share one reading. */
  function hasHash(name: string, handle: FileHandle, version: string, hash: Hash): Promise<boolean> {
    if (checked.get(name) === version) return Promise.resolve(true);
    const key = `${name} ${version}`;
    const shared = checking.get(key);
    if (shared) return shared;
    const done = hashBytes(handle.createReadStream({ start: 0, autoClose: false }))
      .then((actual) => {
        if (actual === hash) checked.set(name, version);
        return actual === hash;
      })
      .finally(() => checking.delete(key));
    checking.set(key, done);
    return done;
  }

  return {
    folder,
    maxFileBytes,
    async find(name) {
      const path = join(folder, name);
      const found = await stat(path).catch(nullWhenMissing);
      if (found === null) return null;
      await touch(found, (now) => utimes(path, now, found.mtime));
      return { path, size: found.size };
    },
    async open(name, hash) {
      const path = join(folder, name);
      const handle = await open(path).catch(nullWhenMissing);
      if (handle === null) return null;
      try {
        const found = await handle.stat();
        if (!(await hasHash(name, handle, versionOf(found), hash))) {
          await rm(path, { force: true });
          await handle.close();
          return null;
        }
        await touch(found, (now) => handle.utimes(now, found.mtime));
        return { read: (range) => handle.createReadStream({ start: 0, ...range }) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async add(name, size, source) {
      if (!(await takeRoom(size))) return false;
      try {
        await using file = await createTemporaryFile(temporary);
        // A stream that fails before its file is open would create the file later.
        await writeFile(file.path, source, { flag: "wx", mode: 0o600 });
        await moveIn(name, file);
        return true;
      } catch (error) {
        bytes -= size;
        throw error;
      }
    },
    async adopt(name, size, file) {
      if (size > maxFileBytes) return;
      try {
        if (await takeRoom(size)) await moveIn(name, file);
      } catch {
        // A missing copy only costs a request later, and the caller's work is done.
      }
    },
    async remove(name) {
      checked.delete(name);
      await rm(join(folder, name), { force: true });
    },
    async sweep() {
      await sweepTemporaryFiles(temporary);
      for await (const { path, addedAt } of listEntries(folder)) {
        if (Date.now() - addedAt > cacheFileMs) await rm(path, { force: true });
      }
    },
  };
}

/** The properties of a file that change with its bytes. */
function versionOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

async function touch({ atimeMs }: Stats, write: (now: Date) => Promise<void>): Promise<void> {
  const now = new Date();
  // It may have been removed meanwhile.
  if (now.getTime() - atimeMs > cacheTouchMs) await write(now).catch(() => {});
}

async function* listEntries(folder: string): AsyncGenerator<Entry> {
  // With the kinds of entries, Node does not follow links to folders.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullWhenMissing);
  const temporary = join(folder, "tmp");
  for (const { parentPath, name } of entries ?? []) {
    if (parentPath === temporary || parentPath.startsWith(`${temporary}${sep}`)) continue;
    const path = join(parentPath, name);
    const found = await lstat(path).catch(nullWhenMissing);
    if (found?.isFile()) yield { path, size: found.size, usedAt: found.atimeMs, addedAt: found.mtimeMs };
  }
}

/** For what another process may remove at any time. @throws every other error */
export function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}
