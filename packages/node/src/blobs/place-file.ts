import { link, lstat, rename, unlink } from "node:fs/promises";
import { AppError, codeOf, msg } from "../errors/errors.ts";

/** Whether an existing file may be replaced: its owner said so. */
export interface Placing {
  readonly replace?: boolean;
}

/**
 * Looks before long work whether its result may have a name; `placeFile` looks again.
 *
 * @throws AppError FILE_EXISTS where something has the name, unless it is a file or a link and may be replaced
 */
export async function requireFreeName(path: string, { replace = false }: Placing = {}): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!replace) throw exists(path);
  // A rename would put a file in the place of a device, such as /dev/null.
  if (!found.isFile() && !found.isSymbolicLink())
    throw new AppError("FILE_EXISTS", msg`${path} is not a file and is not replaced.`);
}

/**
 * Gives a complete file its name, on the same file system, and never that of another file.
 *
 * @throws AppError FILE_EXISTS where something has the name, unless it may be replaced
 */
export async function placeFile(from: string, to: string, { replace = false }: Placing = {}): Promise<void> {
  if (replace) {
    await requireFreeName(to, { replace });
    return await rename(from, to);
  }
  try {
    // Unlike `rename`, it fails where something came up meanwhile.
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw exists(to);
    // A file system without hard links, such as that of a memory card.
    await requireFreeName(to);
    return await rename(from, to);
  }
  await unlink(from);
}

function exists(path: string): AppError {
  return new AppError("FILE_EXISTS", msg`${path} already exists and is not overwritten.`);
}
