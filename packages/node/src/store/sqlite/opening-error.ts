import { accessSync, closeSync, constants, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { damagedDatabase } from "../../errors/damaged-database.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { explainSystemError } from "../../errors/system-errors.ts";
import { errcodeOf, isBusy } from "./driver.ts";

const SQLITE_FULL = 13;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** The things to do, by SQLite's code, where the operating system lets this process open all files. */
const advices: Readonly<Record<number, string>> = { [SQLITE_FULL]: "Free some space on that disk." };

/**
 * Explains why a database file does not open. SQLite says little about it, so this tries its files and its folder and names
 * the one that is refused. Only a file that was read and is damaged leads to a backup.
 *
 * @param error of SQLite or of the operating system
 */
export function explainOpening(file: string, error: unknown, { readOnly = false } = {}): AppError {
  const code = errcodeOf(error) & 0xff;
  const reason = error instanceof Error ? error.message : String(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
    return damagedDatabase(`The database ${file} is damaged: ${reason}.`, { cause: error });
  }
  const refused = explainSystemError(error) ?? explainSystemError(findRefused(file, readOnly));
  const finding = `The database ${file} can't be opened.`;
  if (refused) {
    const { advice } = refused;
    return new AppError("CANNOT_OPEN", msg`${finding} ${refused.finding}`, { cause: error, advice });
  }
  const advice = isBusy(error)
    ? "Close the other program that has it open, and try again."
    : (advices[code] ?? "Look at the disk and at the rights of that file. A backup is not needed for now.");
  return new AppError("CANNOT_OPEN", msg`The database ${file} can't be opened: ${reason}.`, {
    cause: error,
    advice,
  });
}

/** @returns the error of the first file or folder that this process may not use, or null */
function findRefused(file: string, readOnly: boolean): unknown {
  const { R_OK, W_OK, X_OK } = constants;
  try {
    accessSync(dirname(file), readOnly ? R_OK | X_OK : R_OK | W_OK | X_OK);
    for (const path of [file, `${file}-wal`, `${file}-shm`])
      if (path === file || existsSync(path)) closeSync(openSync(path, readOnly ? "r" : "r+"));
    return null;
  } catch (error) {
    return error;
  }
}
