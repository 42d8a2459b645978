import type { SQLOutputValue } from "node:sqlite";

/** A row of the database of an epress node. Foreign keys and types are not enforced there, so that it holds anything. */
export type ReferenceRow = Readonly<Record<string, SQLOutputValue>>;

/** The data folder of an epress node, opened for reading. */
export interface ReferenceFolder {
  /**
   * The rows of a table, one by one, without fields longer than `rowLength`; none where it is missing.
   *
   * @throws ImportError IMPORT_INVALID for a damaged file, and after too many rows
   */
  rows(table: string): AsyncIterable<ReferenceRow>;
  /** The row of a content; null where there is none. */
  content(hash: string): Promise<ReferenceRow | null>;
  /** The bytes of an upload; null where they are missing, or where the path leads out of the folder. */
  openUpload(path: string): Promise<AsyncIterable<Uint8Array> | null>;
}
