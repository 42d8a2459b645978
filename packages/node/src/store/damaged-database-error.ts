import { AppError } from "../errors.ts";

/** For the owner, behind every sentence that says what is broken. */
export const whatToDoAboutDamage =
  "Stop, and keep a copy of the data folder. Then restore a backup into an empty folder (freehold restore FILE), go " +
  "back to the last snapshot (freehold rollback), or look at what can still be read (freehold start --read-only true).";

/** The database exists and is damaged. @param what a sentence about the damage */
export function damagedDatabase(what: string): AppError {
  return new AppError("CANNOT_OPEN", `${what} ${whatToDoAboutDamage}`);
}
