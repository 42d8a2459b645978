import { DatabaseSync } from "node:sqlite";
import { connectionPragmas, damageQuery, readingPragma } from "../sqlite/pragmas.ts";

/**
 * Prints the faults of a SQLite database, as a JSON array of lines (see `findDamage`). Its arguments are the file and how
 * long to wait for others, in milliseconds. It runs at each start after a crash, and so loads SQLite alone.
 */
function findDamage(file: string, busyMs: number): string[] {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyMs });
    database.exec(`${readingPragma};${connectionPragmas}`);
    const rows = database.prepare(damageQuery).all();
    return rows.map((row) => String(row.quick_check)).filter((line) => line !== "ok");
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const [file = "", busyMs] = process.argv.slice(2);
process.stdout.write(JSON.stringify(findDamage(file, Number(busyMs))));
