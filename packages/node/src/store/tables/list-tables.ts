import type { Migration } from "../database.ts";
import { accessTraits } from "./access.ts";
import { commentTraits } from "./comments.ts";
import { peerTraits } from "./peers.ts";
import { contentTraits, publicationTraits } from "./publications.ts";
import { queueTraits } from "./queues.ts";
import type { TableTraits, TraitsByTable } from "./table-traits.ts";
import type { Tables } from "./tables.ts";
import { trashTraits } from "./trash.ts";

/** A table with its traits. */
export interface Table extends TableTraits {
  readonly name: keyof Tables;
}

/** The tables of the core, so that a row comes after the rows to which it refers. */
const ofCore: TraitsByTable = {
  // Made anew by the same migrations.
  migrations: { key: ["name"], inBackup: false, times: { applied_at: "fixed" }, calls: null },
  meta: { key: ["key"], inBackup: true, calls: null },
  ...contentTraits,
  ...peerTraits,
  ...publicationTraits,
  ...queueTraits,
  ...accessTraits,
  ...commentTraits,
  ...trashTraits,
  search_documents: { key: ["id"], inBackup: true, calls: null },
};

/** The tables of a module, whose rows may refer to rows of the core, and the migrations that make them. */
export interface ModuleTables {
  readonly tables?: TraitsByTable;
  readonly migrations?: readonly Migration[];
}

let all: readonly Table[] | null = null;
let ofModules: readonly Migration[] | null = null;

/** Says once for a program which tables its modules have. */
export function registerTables(modules: readonly ModuleTables[]): void {
  const traits: TraitsByTable = Object.assign({}, ofCore, ...modules.map(({ tables }) => tables));
  all = Object.entries(traits).map(([name, table]) => ({ ...table, name: name as keyof Tables }));
  ofModules = modules.flatMap(({ migrations = [] }) => migrations);
}

const missing = "The tables of the modules are not known: import packages/node/src/modules.ts first.";

/**
 * All tables, in an order in which a row comes after the rows to which it refers.
 *
 * @throws Error in a program that has not registered the modules
 */
export function listTables(): readonly Table[] {
  if (!all) throw new Error(missing);
  return all;
}

/** The table of that name, or null. */
export function findTable(name: string): Table | null {
  return listTables().find((table) => table.name === name) ?? null;
}

/** The migrations of the modules. @throws Error as `listTables` */
export function listModuleMigrations(): readonly Migration[] {
  if (!ofModules) throw new Error(missing);
  return ofModules;
}
