import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, ImportError } from "../errors.ts";

interface InsideOptions {
  /** Rights of folders that are made on the way; null: a missing folder is an error (ENOENT). */
  readonly makeFolders?: number | null;
}

/**
 * Does something to a file below a folder that others may write to, without following a link on the way to it. The folder
 * itself may be a link: its owner has named it.
 *
 * On Linux each folder on the way stays open, so that a link that somebody makes meanwhile leads nowhere else. Elsewhere the
 * way is looked at before.
 *
 * @param file relative to the folder, with slashes
 * @param use gets a path of the file which is valid until it returns; the file itself may be a link
 * @throws ImportError LEADS_OUT for a link on the way, and for a path that leads out; what `use` throws
 */
export async function inside<T>(
  folder: string,
  file: string,
  use: (path: string) => Promise<T>,
  { makeFolders = null }: InsideOptions = {},
): Promise<T> {
  const parts = file.split("/");
  const name = parts.pop() ?? "";
  if (file.includes("\0") || [...parts, name].some((part) => /^\.{0,2}$/.test(part)))
    throw new ImportError("LEADS_OUT", `${JSON.stringify(file)} leads out of ${folder}.`);
  let place = await openPlace(folder);
  try {
    for (const [index, part] of parts.entries()) {
      const path = join(place.path, part);
      const shown = join(folder, ...parts.slice(0, index + 1));
      if (makeFolders !== null) await makeOne(path, makeFolders);
      const next = await openPlace(path, shown);
      await place[Symbol.asyncDispose]();
      place = next;
    }
    return await use(join(place.path, name)).catch((error: unknown) => {
      throw withPath(error, place.path, join(folder, ...parts));
    });
  } finally {
    await place[Symbol.asyncDispose]();
  }
}

/** A folder that stays the same one while it is open. */
interface Place extends AsyncDisposable {
  readonly path: string;
}

const hasOpenFolders = process.platform === "linux" && existsSync("/proc/self/fd");

/** @param shown how errors name a folder that may not be a link; none: it may be one */
async function openPlace(path: string, shown?: string): Promise<Place> {
  if (!hasOpenFolders) {
    if (shown !== undefined && !(await lstat(path)).isDirectory()) throw linkOnTheWay(shown);
    return { path, async [Symbol.asyncDispose]() {} };
  }
  const follow = shown === undefined ? 0 : constants.O_NOFOLLOW;
  const handle: FileHandle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | follow).catch(
    (error: unknown) => {
      const isLink = codeOf(error) === "ELOOP" || codeOf(error) === "ENOTDIR";
      throw isLink && shown !== undefined ? linkOnTheWay(shown) : error;
    },
  );
  return {
    path: `/proc/self/fd/${handle.fd}`,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function makeOne(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
}

const linkOnTheWay = (path: string) =>
  new ImportError("LEADS_OUT", `${path} is a link or a file. Remove it first.`);

/** Errors name the path that the caller knows. */
function withPath(error: unknown, from: string, to: string): unknown {
  if (error instanceof Error && from !== to) error.message = error.message.replaceAll(from, to);
  return error;
}
