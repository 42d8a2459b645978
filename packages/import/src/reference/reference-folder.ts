import type { SQLOutputValue } from "node:sqlite";
import { firstMoment } from "../../../node/src/domain/import/written-date.ts";

/** A row of the database of an epress node. Foreign keys and types are not enforced there, so that it holds anything. */
export type ReferenceRow = Readonly<Record<string, SQLOutputValue>>;

/** A node that the other one knew. */
export interface ReferenceNode {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

/** The data folder of an epress node, opened for reading. */
export interface ReferenceFolder {
  /**
   * The rows of a table, one by one, without fields longer than `rowLength`; none where it is missing.
   *
   * @throws AppError IMPORT_INVALID for a damaged file, and after too many rows
   */
  rows(table: string): AsyncIterable<ReferenceRow>;
  /** The row of a content; null where there is none. */
  content(hash: string): Promise<ReferenceRow | null>;
  /** The bytes of an upload; null where they are missing, or where the path leads out of the folder. */
  openUpload(path: string): Promise<AsyncIterable<Uint8Array> | null>;
}

/** A text of a row; null for anything else. */
export function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A time of a row in milliseconds: a number, or `YYYY-MM-DD HH:MM:SS` in UTC; null for anything else. */
export function timeOf(value: SQLOutputValue | undefined): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > firstMoment ? value : null;
  if (typeof value !== "string") return null;
  if (/^-?\d{1,15}$/.test(value)) return timeOf(Number(value));
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)
    ? Date.parse(`${value.replace(" ", "T")}Z`)
    : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
