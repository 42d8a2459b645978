import { access } from "node:fs/promises";
import { join } from "node:path";
import { findDamage } from "../../../store/inspect-database.ts";
import { type Check, failed, ok, skipped, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { say } from "../sentence.ts";

const limitMs = limits.databaseMs;

export const checkDatabaseSound: Check = {
  id: "database.sound",
  area: "database",
  about: "The database file as a whole (SQLite's `quick_check`, in a process of its own)",
  warns: "it takes longer than 30 s",
  fails: "something in it is broken",
  needs: [],
  timeLimitMs: limitMs + 5_000,
  async look({ config, signal }) {
    if (config.databaseUrl !== null) return skipped(say`PostgreSQL watches over its own pages.`);
    const isThere = await access(join(config.dataDir, "freehold.sqlite")).then(
      () => true,
      () => false,
    );
    if (!isThere) return skipped(say`There is no database file.`);
    const damage = await findDamage(config.dataDir, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
    if (damage === null) {
      return warning(
        say`Reading the whole database took longer than ${limitMs / 1000} s.`,
        say`Stop the node and run \`freehold doctor\` again.`,
      );
    }
    if (damage.length === 0) return ok(say`The database file is sound.`);
    return failed(
      say`The database file is damaged: ${damage.slice(0, 3).join("; ")}.`,
      say`Stop the node, keep a copy of the data folder, and restore the last backup.`,
    );
  },
};
