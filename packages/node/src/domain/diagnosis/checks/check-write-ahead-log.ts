import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Check, ok, skipped, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { say } from "../sentence.ts";

export const checkWriteAheadLog: Check = {
  id: "database.wal",
  area: "database",
  about: "The length of SQLite's write-ahead log",
  warns: "it is longer than 256 MB: something keeps an old state of the database open",
  fails: null,
  needs: ["store"],
  timeLimitMs: 5_000,
  async look({ config }) {
    if (config.databaseUrl !== null) return skipped(say`PostgreSQL looks after its own log.`);
    const size = await stat(join(config.dataDir, "freehold.sqlite-wal")).then(
      (facts) => facts.size,
      () => 0,
    );
    const told = say`The write-ahead log has ${Math.round(size / 1e6)} MB.`;
    return size > limits.walBytes
      ? warning(told, say`Restart the node, and close whatever else has its database open.`)
      : ok(told);
  },
};
