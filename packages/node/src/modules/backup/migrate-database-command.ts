import { basename, dirname, resolve } from "node:path";
import type { Call } from "../../cli/command.ts";
import { formatCount } from "../../cli/format.ts";
import { explainOpening } from "../../cli/open-for-call.ts";
import { printResult } from "../../cli/terminal.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { type Migrated, type MigrateOptions, migrateDatabase, reopenDatabase } from "./migrate-database.ts";

type DatabaseLocation = MigrateOptions["from"];

/** `freehold migrate-database FROM [TO]`: copies a node into another database, most of it while the node runs. */
export async function migrateDatabaseCommand(call: Call): Promise<void> {
  const { terminal } = call;
  const [first = "", second] = call.arguments;
  const from = parseLocation(call, first);
  if (call.flags.reopen) return await reopen(call, from);
  const to = parseLocation(call, second ?? call.config.databaseUrl ?? "");
  if (JSON.stringify(from) === JSON.stringify(to)) throw new AppError("USAGE", "Both are the same database.");
  let rows = 0;
  const onRows = (more: number) => {
    rows += more;
    if (terminal.showsProgress) terminal.status(`Copying and comparing  ${formatCount(rows, "row")}`);
  };
  const done = await migrateDatabase({ clock: Date }, { from, to, signal: call.stopSignal(), onRows })
    .catch(explainOpening)
    .finally(() => terminal.status(""));
  await print(call, done, to);
}

async function print(call: Call, done: Migrated, to: DatabaseLocation): Promise<void> {
  const { isComplete, changed, standstillMs } = done;
  if (!isComplete) {
    throw new AppError(
      "CONFLICT",
      msg`The copy is complete up to this moment (${formatCount(changed, "row")}), and the node still runs. Stop it, and run the same command again: it copies what has changed since, and ends the move.`,
    );
  }
  await printResult(
    call,
    { changed, standstillMs },
    [
      `${formatCount(changed, "row")} copied. Counts and hashes of all tables are the same in both databases.`,
      `The node could not run for ${(standstillMs / 1000).toFixed(1)} s.`,
    ],
    [
      to.databaseUrl === null
        ? "Start the node without DATABASE_URL."
        : "Start the node with the DATABASE_URL of the new database, and with the same data folder: it has the files.",
    ],
  );
}

async function reopen(call: Call, location: DatabaseLocation): Promise<void> {
  const isReopened = await reopenDatabase(location).catch(explainOpening);
  if (!isReopened) throw new AppError("NOT_FOUND", "No node has moved away from this database.");
  await printResult(call, { reopened: true }, ["A node may start on this database again."]);
}

/** `sqlite:FOLDER`, or the address of a PostgreSQL database. */
function parseLocation({ config }: Call, text: string): DatabaseLocation {
  const { dataDir, databaseUrl, databaseDirectUrl } = config;
  if (/^postgres(ql)?:\/\//.test(text))
    return { dataDir, databaseUrl: text, databaseDirectUrl: text === databaseUrl ? databaseDirectUrl : null };
  const path = /^sqlite:(.+)$/.exec(text)?.[1];
  if (path === undefined)
    throw new AppError("USAGE", "A database is sqlite:FOLDER, or postgres://user:password@host:5432/name.");
  const folder = resolve(path);
  return {
    dataDir: basename(folder) === "freehold.sqlite" ? dirname(folder) : folder,
    databaseUrl: null,
  };
}
