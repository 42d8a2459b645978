import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { archiveNames, type Hash } from "@freehold/protocol";
import { type Blobs, hashBytes } from "../../../blobs/blobs.ts";
import { writeWholeFile } from "../../../domain/export/files.ts";
import type { ListedFile } from "../../../domain/export/manifest.ts";
import { AppError } from "../../../errors/errors.ts";

/** A folder that is brought up to date: only what differs is written, and what is no longer made is removed. */
export interface StaticFolder {
  write(file: string, body: Buffer): Promise<void>;
  /** Writes a content without reading it into memory. */
  writeContent(file: string, blobs: Blobs, hash: Hash): Promise<void>;
  /** Leaves a file as an earlier run wrote it. */
  keep(file: string): void;
  /** Whether this run made a file. */
  has(file: string): boolean;
  /** Removes what an earlier run wrote and this one did not. Files of others stay. */
  prune(): Promise<void>;
  readonly counts: { readonly files: number; readonly written: number; readonly removed: number };
}

/**
 * @param folder empty, new, or written by an earlier run
 * @throws AppError EXPORT_INVALID for a folder that holds something else
 */
export async function openStaticFolder(folder: string, signal?: AbortSignal): Promise<StaticFolder> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const before = names.includes(archiveNames.manifest) ? await readListed(folder) : [];
  if (names.some((name) => !name.startsWith(".")) && !names.includes(archiveNames.manifest))
    throw new AppError(
      "EXPORT_INVALID",
      `${folder} is not empty. A static site goes into a folder of its own.`,
    );
  const made = new Set<string>();
  const counts = { files: 0, written: 0, removed: 0 };

  function keep(file: string): void {
    signal?.throwIfAborted();
    made.add(file);
    counts.files = made.size;
  }

  async function begin(file: string): Promise<string> {
    keep(file);
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }

  return {
    counts,
    keep,
    has: (file) => made.has(file),

    async write(file, body) {
      const path = await begin(file);
      const found = await stat(path).catch(() => null);
      if (found?.size === body.length && (await readFile(path)).equals(body)) return;
      await writeWholeFile(path, [body], signal, publicMode);
      counts.written += 1;
    },

    async writeContent(file, blobs, hash) {
      const path = await begin(file);
      const found = await stat(path).catch(() => null);
      if (found && (await hashBytes(createReadStream(path), signal)) === hash) return;
      await writeWholeFile(path, blobs.read(hash), signal, publicMode);
      counts.written += 1;
    },

    async prune() {
      for (const { path } of before) {
        if (made.has(path) || !isInside(path)) continue;
        await rm(join(folder, path), { force: true });
        counts.removed += 1;
        await removeEmpty(folder, dirname(path));
      }
    },
  };
}

// Not a limit: a web server of another user reads these files.
const publicMode = 0o644;

async function readListed(folder: string): Promise<ListedFile[]> {
  const text = await readFile(join(folder, archiveNames.manifest), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as ListedFile).filter(({ isOther }) => !isOther);
}

/** A list that somebody changed removes nothing elsewhere. */
function isInside(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..");
}

async function removeEmpty(folder: string, below: string): Promise<void> {
  if (below === "." || below === "") return;
  const isGone = await rmdir(join(folder, below)).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmpty(folder, dirname(below));
}
