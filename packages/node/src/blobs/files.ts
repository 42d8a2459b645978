import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { limits } from "./limits.ts";

/** No write pauses that long: every source has a deadline that is shorter. */
const deadAfterMs = limits.deadFileMs;

const namePattern = /^(?<host>[A-Za-z0-9-]+)\.(?<pid>\d+)\.[0-9a-f-]{36}$/;

/** What this process is writing right now, by name. */
const alive = new Set<string>();

/** A path for a file in the making, which disposing removes: rename the file before, if it is to stay. */
export interface TemporaryFile extends AsyncDisposable {
  readonly path: string;
}

/**
 * A new path in a folder of temporary files, which is made when it is missing. The name tells the process that
 * writes, so that a sweep by another one (a command beside a running node) leaves it alone.
 */
export async function createTemporaryFile(folder: string): Promise<TemporaryFile> {
  await makeFolder(folder);
  const name = `${hostForNames}.${process.pid}.${randomUUID()}`;
  const path = join(folder, name);
  alive.add(name);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { force: true });
      alive.delete(name);
    },
  };
}

/** Removes the files that nobody writes any more; returns how many. A folder that is missing is empty. */
export async function sweepTemporaryFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(emptyWhenMissing);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (await isLeftOver(name, path)) {
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
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > deadAfterMs;
}

function emptyWhenMissing(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") {
    return [];
  }
  throw error;
}

/** Makes the entries of a folder durable: a rename counts after a power loss only when this is done. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder (0700) and those above it that are missing, durably. */
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

/** This machine's name, as it is part of the names of files. */
export const hostForNames = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");

/**
 * Whether another process with that number is there. This very process is none: one before it had the same number,
 * as the first process of a container always has.
 */
export function isOtherLiveProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
