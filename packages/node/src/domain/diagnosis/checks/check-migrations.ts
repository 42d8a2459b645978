import { readMigrationState } from "../../../store/migrate.ts";
import { type Check, failed, ok, warning } from "../check.ts";
import { storeOf } from "../examination.ts";
import { say } from "../sentence.ts";

export const checkMigrations: Check = {
  id: "database.migrations",
  area: "database",
  about: "Whether the tables are those of this version",
  warns: "the node has not been started since an upgrade",
  fails: "a newer version has worked on them",
  needs: ["store"],
  timeLimitMs: 10_000,
  async look(examination) {
    const store = storeOf(examination);
    const { done, pending, unknown } = await readMigrationState(store.db);
    if (unknown.length > 0) {
      return failed(
        say`A newer version of Freehold has worked on this database: ${unknown.join(", ")}.`,
        say`Start that version, or restore a backup from before the upgrade.`,
      );
    }
    if (pending.length > 0) {
      return warning(
        say`The tables lack ${pending.join(", ")} of this version.`,
        say`Start the node once: it brings them up to date.`,
      );
    }
    return ok(say`The tables are those of this version (${done.at(-1)}).`);
  },
};
