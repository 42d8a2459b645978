import { randomUUID } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../errors/errors.ts";
import type { ByteRange } from "./blobs.ts";
import { limits } from "./limits.ts";

const namePattern = /^(?<host>[A-Za-z0-9-]+)\.(?<pid>\d+)\.[0-9a-f-]{36}$/;

/** The names of the files that this process is writing. */
const alive = new Set<string>();

/** A new file that is removed when it is disposed of, unless it was moved. */
export interface TemporaryFile extends AsyncDisposable {
  readonly path: string;
  moveTo(path: string): Promise<void>;
}

/**
 * Makes a temporary file, and the folder where it is missing. The name contains the process, so that a sweep by another one
 * (a command beside a running node) leaves it alone.
 */
export async function createTemporaryFile(folder: string): Promise<TemporaryFile> {
  await makeFolder(folder);
  const name = `${hostForNames}.${process.pid}.${randomUUID()}`;
  const path = join(folder, name);
  let isMoved = false;
  alive.add(name);
  return {
    path,
    async moveTo(to) {
      await rename(path, to);
      isMoved = true;
    },
    async [Symbol.asyncDispose]() {
      if (!isMoved) await rm(path, { force: true });
      alive.delete(name);
    },
  };
}

// The interval at which a folder in use is marked, also for processes of other machines
const beatMs = 60_000;

/** A new folder that is removed with all in it when it is disposed of, unless it was moved. */
export type TemporaryFolder = TemporaryFile;

/**
 * Makes a temporary folder as {@link createTemporaryFile} makes a file. Its time is renewed as long as it is used: a large
 * file in it does not change it.
 *
 * @param options.prefix what its name begins with, where other files are in the same folder
 */
export async function createTemporaryFolder(
  folder: string,
  { prefix = "" }: { prefix?: string } = {},
): Promise<TemporaryFolder> {
  await makeFolder(folder);
  const name = `${hostForNames}.${process.pid}.${randomUUID()}`;
  const path = join(folder, prefix + name);
  let isMoved = false;
  alive.add(name);
  await mkdir(path, { mode: 0o700 });
  const beat = () => utimes(path, Date.now() / 1000, Date.now() / 1000).catch(() => {});
  const timer = setInterval(() => void beat(), beatMs).unref();
  return {
    path,
    async moveTo(to) {
      await rename(path, to);
      isMoved = true;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      if (!isMoved) await rm(path, { recursive: true, force: true });
      alive.delete(name);
    },
  };
}

/**
 * Reads a file. An error, such as that of a missing file, waits until somebody reads: without a listener it would end the
 * process.
 */
export function streamFile(path: string, range?: ByteRange): ReadStream {
  return createReadStream(path, range).on("error", () => {});
}

/**
 * Removes the files and folders that no process writes any more. A missing folder is empty.
 *
 * @param options.prefix what their names begin with
 * @returns how many
 */
export async function sweepTemporaryFiles(
  folder: string,
  { prefix = "" }: { prefix?: string } = {},
): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    if (await isLeftOver(name.slice(prefix.length), path)) {
      await rm(path, { force: true, recursive: true });
      removed += 1;
    }
  }
  return removed;
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  if (alive.has(name)) {
    return false;
  }
  const { host: writer, pid } = namePattern.exec(name)?.groups ?? {};
  if (writer === hostForNames && !isOtherLiveProcess(Number(pid))) {
    return true;
  }
  // No write pauses that long: every source has a shorter deadline.
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > limits.deadFileMs;
}

/** Makes the entries of a folder durable: without it, a power loss can undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

/** Makes a folder (0700) and the missing ones above it, durably. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) {
    return;
  }
  let made = resolve(folder);
  for (let above = dirname(made); above !== made; above = dirname(above)) {
    await syncFolder(above);
    if (made === first) {
      return;
    }
    made = above;
  }
}

/** This machine's name, as a part of file names. */
export const hostForNames = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");

/** Whether another process with that id runs. An earlier process may have had this one's id: in a container, it is always 1. */
export function isOtherLiveProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
