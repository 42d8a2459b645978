/**
 * The change of a time when the clock is set back:
 * - `due`: work waits for it. It comes as much sooner.
 * - `event`: something happened then. It is never later than now, so that no period begins in the future.
 * - `until`: something holds until then. It keeps its distance from `created_at`.
 * - `fixed`: it stays, since it was signed, shown to readers, or chosen by the owner; or no period begins with it.
 */
export type TimeKind = "due" | "event" | "until" | "fixed";

/** Why the rows of a table make this node call somebody, and how they are kept without a call. */
export interface Outgoing {
  /** The called services, in words for the owner. */
  readonly whom: string;
  /** The columns that say where to. */
  readonly columns: readonly string[];
  /**
   * How a row is kept that must call nobody yet:
   * - `node`: a message to another node; the signature in the row or in what it names is its authority, and each is checked.
   * - `aside`: such a row has no state without calls, so it is kept elsewhere.
   * - `setting`: it calls only by way of a setting that `calls` somebody (`setting-table.ts`), or the host of a job.
   * - otherwise the columns to change in it.
   */
  readonly off: "node" | "aside" | "setting" | Readonly<Record<string, string | number | null>>;
}

/**
 * A column with the id of a publication or a comment, and what its deletion does to the row: `gone` with it, or `unlinked`, so
 * that the column is null.
 */
export interface TrashDependence {
  readonly of: "publication" | "comment";
  readonly column: string;
  readonly row: "gone" | "unlinked";
}

/** Facts about a table for backups, copies, restores and clocks. Columns have their names in the database. */
export interface TableTraits {
  /** The columns of its primary key: rows are read in their order. */
  readonly key: readonly string[];
  /** Whether its ids are counted up by the database. */
  readonly counted?: true;
  /** The most rows that the owner can add. */
  readonly maxRows?: number;
  /** Columns that the database computes, so they are not written. */
  readonly computed?: readonly string[];
  /** Whether a backup contains its rows; or only these columns of them. */
  readonly inBackup: boolean | readonly string[];
  /** Whether no public page, feed, index, profile, content or comment is made of it. */
  readonly isPrivate?: true;
  /** Each of its columns with a time. Work waits for no other. */
  readonly times?: Readonly<Record<string, TimeKind>>;
  /** Values of `meta` for which work on its rows waits (ms). */
  readonly dueValues?: readonly string[];
  /** Columns with the hash of a content, which is kept as long as a row names it. */
  readonly contents?: readonly string[];
  /** Whether its rows make this node call somebody. A restore and an import take it from here, and for settings from `setting-table.ts`. */
  readonly calls: Outgoing | null;
  /** How its rows depend on a publication or a comment, so that the trash keeps them with it. */
  readonly trash?: readonly TrashDependence[];
  /** Columns that name an address and are called by nobody, with the reason. */
  readonly neverCalled?: Readonly<Record<string, string>>;
}

/** The traits of tables, so that a row comes after the rows to which it refers. */
export type TraitsByTable = Readonly<Record<string, TableTraits>>;
