import { ImportError, inside as insideFolder } from "@freehold/import";
import { AppError, codeOf, hasCode } from "../../../errors/errors.ts";

/**
 * Does something to a file below a folder that others may write to, without following a link on the way to it.
 *
 * @param args as of the function of `@freehold/import`
 * @throws AppError EXPORT_INVALID for a link on the way, and for a path that leads out; what `use` throws
 */
export async function inside<T>(...args: Parameters<typeof insideFolder<T>>): Promise<T> {
  return await insideFolder(...args).catch((error: unknown) => {
    throw error instanceof ImportError ? new AppError("EXPORT_INVALID", error.message) : error;
  });
}

/** As `inside`, to remove files of a list: null if a folder on the way is missing or is a link. */
export async function insideOrNull<T>(
  folder: string,
  file: string,
  use: (path: string) => Promise<T>,
): Promise<T | null> {
  return await inside(folder, file, use).catch((error: unknown) => {
    if (hasCode(error, "EXPORT_INVALID") || ["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  });
}
