import { createReadStream } from "node:fs";
import { lstat, mkdir, readdir, readFile, rmdir, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { archiveNames, type Hash } from "@freehold/protocol";
import { parseJson } from "@freehold/protocol/internal";
import { z } from "zod";
import { type Blobs, hashBytes } from "../../../blobs/blobs.ts";
import { AppError, codeOf, msg } from "../../../errors/errors.ts";
import { writeWholeFile } from "../archive/files.ts";
import { inside, insideOrNull } from "../archive/inside-folder.ts";

/** A folder that is brought up to date: only changed files are written, and files that no longer belong to it are removed. */
export interface StaticFolder {
  write(file: string, body: Buffer): Promise<void>;
  /** Writes a content without reading it into memory. */
  writeContent(file: string, blobs: Blobs, hash: Hash): Promise<void>;
  /** Leaves a file as an earlier run wrote it. */
  keep(file: string): void;
  /** Whether this run made a file. */
  has(file: string): boolean;
  /** Removes the files that an earlier run wrote and this one did not. Files of others stay. */
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
      msg`${folder} is not empty. A static site goes into a folder of its own.`,
    );
  // So that a run that is killed can be run again.
  if (!names.includes(archiveNames.manifest)) await writeFile(join(folder, archiveNames.manifest), "");
  const made = new Set<string>();
  const counts = { files: 0, written: 0, removed: 0 };

  function keep(file: string): void {
    signal?.throwIfAborted();
    made.add(file);
    counts.files = made.size;
  }

  function begin(file: string, write: (path: string) => Promise<void>): Promise<void> {
    keep(file);
    return inside(folder, file, write, { makeFolders: publicFolderMode });
  }

  return {
    counts,
    keep,
    has: (file) => made.has(file),

    write: (file, body) =>
      begin(file, async (path) => {
        const found = await lstat(path).catch(() => null);
        if (found?.isFile() && found.size === body.length && (await readFile(path)).equals(body)) return;
        await writeWholeFile(path, [body], signal, publicMode);
        counts.written += 1;
      }),

    writeContent: (file, blobs, hash) =>
      begin(file, async (path) => {
        const found = await lstat(path).catch(() => null);
        if (found?.isFile() && (await hashBytes(createReadStream(path), signal)) === hash) return;
        await writeWholeFile(path, blobs.read(hash), signal, publicMode);
        counts.written += 1;
      }),

    async prune() {
      for (const path of before) {
        if (made.has(path)) continue;
        if (await insideOrNull(folder, path, removeFile)) counts.removed += 1;
        await removeEmpty(folder, dirname(path));
      }
    },
  };
}

// Not limits: a web server of another user reads these files.
const publicMode = 0o644;
const publicFolderMode = 0o777;

/** Somebody else may have written the list: an invalid line is left out, and a path is used only through `inside`. */
async function readListed(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, archiveNames.manifest), "utf8");
  const lines = text.split("\n").map((line) => listedSchema.safeParse(parseJson(line)).data);
  return lines.flatMap((line) => (line === undefined || line.isOther ? [] : [line.path]));
}

const listedSchema = z.object({ path: z.string(), isOther: z.boolean().optional() });

/** @returns whether it was there */
async function removeFile(path: string): Promise<boolean> {
  return await unlink(path).then(
    () => true,
    (error: unknown) => {
      // Somebody put a folder in the place of a file.
      if (["ENOENT", "EISDIR", "EPERM"].includes(codeOf(error))) return false;
      throw error;
    },
  );
}

/** Removes a folder and those above it as long as nothing is in them. */
async function removeEmpty(folder: string, below: string): Promise<void> {
  const parts = below.split("/");
  for (let length = parts.length; below !== "." && length > 0; length -= 1) {
    const isGone = await insideOrNull(folder, parts.slice(0, length).join("/"), removeFolder);
    if (!isGone) return;
  }
}

function removeFolder(path: string): Promise<boolean> {
  return rmdir(path).then(
    () => true,
    () => false,
  );
}
