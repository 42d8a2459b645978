import { createLog } from "../../observability/log.ts";
import { migrateTables } from "../../startup/prepare-database.ts";
import type { Call } from "../command.ts";
import { formatCount } from "../format.ts";
import { explainOpening } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

/** `freehold migrate-tables`: brings the tables up to date before the processes of a new version start. */
export async function migrateTablesCommand(call: Call): Promise<void> {
  const log = createLog({ logLevel: call.config.logLevel ?? "warn" });
  const applied = await migrateTables(call.config, { log, clock: Date }).catch(explainOpening);
  const text =
    applied.length === 0
      ? "The tables are already up to date."
      : `The tables are up to date: ${formatCount(applied.length, "migration")} (${applied.join(", ")}).`;
  await printResult(call, { applied }, [text]);
}
