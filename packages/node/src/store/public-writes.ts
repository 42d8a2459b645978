import { privateWrite } from "./database.ts";
import { listTables, type Table } from "./tables/list-tables.ts";

/**
 * The effect of a statement on the tables of public reads: none; one if it changes a row; or one that the number of rows
 * does not show.
 */
export type PublicWrite = "none" | "rows" | "unknown";

/** The tables that no public read is made of. Every other table counts as public. */
let known: { readonly tables: readonly Table[]; readonly names: ReadonlySet<string> } | null = null;

function isPrivate(table: string): boolean {
  const tables = listTables();
  if (known?.tables !== tables) {
    const names = tables.flatMap(({ name, isPrivate = false }) => (isPrivate ? [name] : []));
    known = { tables, names: new Set([...names, "search_everything"]) };
  }
  return known.names.has(table.toLowerCase());
}

const reading =
  /^\s*(?:select|values|pragma|begin|start|commit|rollback|savepoint|release|set|show|listen|vacuum)\b/i;
/** The beginning of a statement, with single blanks. */
const writing = /^(?:insert (?:or \w+ )?into|replace into|update(?: or \w+)?|delete from) "?(\w+)"?/i;
// Characters of a statement up to the name of its table, and more.
const beginning = 200;
/** The statement after a `with`, and the statements in it, between single blanks. Neither the end of an upsert nor a lock. */
const writingAnywhere = /(?<!\b(?:do|for|key) )\b(?:insert into|update|delete from) "?(\w+)"?/gi;

/** Determines the effect of a statement on public tables, by its text. */
export function classifyWrite(sql: string): PublicWrite {
  if (reading.test(sql) || sql.startsWith(privateWrite)) return "none";
  const [, table] = writing.exec(sql.trimStart().slice(0, beginning).replace(/\s+/g, " ")) ?? [];
  if (table !== undefined) return isPrivate(table) ? "none" : "rows";
  if (!/^\s*with\b/i.test(sql)) return "unknown";
  const written = [...sql.replace(/\s+/g, " ").matchAll(writingAnywhere)];
  return written.every(([, name = ""]) => isPrivate(name)) ? "none" : "unknown";
}
