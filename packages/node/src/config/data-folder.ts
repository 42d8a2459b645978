/**
 * - `kept`: data, or work that a row of the database names.
 * - `temporary`: names in it carry the process that writes them (`blobs/files.ts`). The sweep removes those of ended processes.
 */
interface Entry {
  readonly kind: "kept" | "temporary";
  /** The beginning of the names of temporary files, where other files are beside them. */
  readonly prefix?: string;
}

/** The names of folders in which backups are made, beside them. */
export const backupPrefix = ".freehold-backup.";

/** Everything that a node writes into its data folder, by its path there. */
export const dataFolder = {
  "freehold.sqlite": { kind: "kept" },
  "freehold.sqlite-wal": { kind: "kept" },
  "keystore.json": { kind: "kept" },
  lock: { kind: "kept" },
  // A marker of a running restore; a node does not open meanwhile.
  ".restoring": { kind: "kept" },
  running: { kind: "kept" },
  snapshots: { kind: "kept" },
  contents: { kind: "kept" },
  "contents/tmp": { kind: "temporary" },
  thumbnails: { kind: "kept" },
  "thumbnails/tmp": { kind: "temporary" },
  cache: { kind: "kept" },
  "cache/tmp": { kind: "temporary" },
  uploads: { kind: "temporary" },
  "uploads/thumbnails": { kind: "temporary" },
  "drawn-cards.json": { kind: "kept" },
  // Code that bin/keep-compiled.js keeps.
  compiled: { kind: "kept" },
  backups: { kind: "temporary", prefix: backupPrefix },
  download: { kind: "temporary" },
  "unsigned-export": { kind: "kept" },
  "unsigned-export/tmp": { kind: "temporary" },
  import: { kind: "kept" },
  "import/tmp": { kind: "temporary" },
} as const satisfies Readonly<Record<string, Entry>>;

/** The folders that the sweep looks through. */
export const temporaryFolders: readonly (Entry & { readonly path: string })[] = Object.entries<Entry>(
  dataFolder,
)
  .filter(([, { kind }]) => kind === "temporary")
  .map(([path, entry]) => ({ path, ...entry }));
