// Imports nothing: a program that runs at each start after a crash needs nothing else (find-damage-program.ts).

/** The settings of every connection. */
export const connectionPragmas = `
  pragma cache_size = -16000;
  pragma temp_store = memory;
  pragma trusted_schema = off`;

/** For a connection that only reads. */
export const readingPragma = "pragma query_only = on";

/** Reads the whole database; its rows are `ok` or up to 20 faults, in the column `quick_check`. */
export const damageQuery = "pragma quick_check(20)";
