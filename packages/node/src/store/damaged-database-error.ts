/** For the owner, behind every sentence that says what is broken. */
export const whatToDoAboutDamage =
  "Stop, and keep a copy of the data folder. Then restore a backup into an empty folder (freehold restore FILE), go " +
  "back to the last snapshot (freehold rollback), or look at what can still be read (freehold start --read-only true).";

/** The database is there and is not what it should be. The message says what is wrong, and what to do. */
export class DamagedDatabaseError extends Error {
  // As the store's other failures to open, which the command line shows as they are.
  override readonly name = "Error";

  constructor(what: string) {
    super(`${what} ${whatToDoAboutDamage}`);
  }
}
