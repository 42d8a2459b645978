import { program } from "../config/program.ts";
import { AppError } from "./errors.ts";

/** For the owner, after each sentence about damage. */
const whatToDoAboutDamage =
  `Stop, and keep a copy of the data folder. Then restore a backup into an empty folder (${program} restore FILE), go ` +
  `back to the last snapshot (${program} rollback), or look at what can still be read (${program} start --read-only true).`;

/** The database exists and is damaged. @param what a sentence about the damage */
export function damagedDatabase(what: string, options?: ErrorOptions): AppError {
  return new AppError("CANNOT_OPEN", what, { ...options, advice: whatToDoAboutDamage });
}
