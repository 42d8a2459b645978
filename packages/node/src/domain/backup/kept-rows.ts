import type { Row } from "../../store/table-rows.ts";

/**
 * Values of the node that are in no backup: what signs sessions (all of them end with a restore), what names clients
 * by a hash, and what only says how far some work has come.
 */
const leftOutValues =
  /^(access\.token_key|comments\.client_key|search_progress|content_check|content_fault\..*|contents_hold\..*|backup\..*)$/;

/** Whether a row belongs into a backup, and out of one into a database. */
export function isKeptRow(table: string, row: Row): boolean {
  if (table === "meta") return !leftOutValues.test(String(row.key));
  // Of publications they are made from the texts again.
  if (table === "search_documents") return row.kind === "comment";
  return true;
}
