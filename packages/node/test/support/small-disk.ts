import { execFile } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A real disk of a few kilobytes, and something to fill it with. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Takes up all that is left, before anybody else in this process can write. */
  fill(): void;
  empty(): Promise<void>;
}

/** Mounts one in memory. @param kilobytes its size */
export async function mountSmallDisk(kilobytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-disk-"));
  await mkdir(folder, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "freehold-test", folder]);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: () => takeAll(ballast),
    empty: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await run("umount", ["--lazy", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function takeAll(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}

/** Why no small disk can be made here; null where one can. */
export async function findDiskObstacle(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "making a small disk takes root";
  try {
    await using _disk = await mountSmallDisk(64);
    return null;
  } catch (error) {
    return `no small disk can be made: ${error instanceof Error ? error.message.trim() : error}`;
  }
}
