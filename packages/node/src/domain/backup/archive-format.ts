import { z } from "zod";

// Not a limit: the format of the owner's own archive.
/** The form of the archive; a reader refuses one that it does not know. */
export const archiveFormat = 1;

/** The entries, in the order in which they lie in the archive; the contents come last, in the order of their hashes. */
export const entryNames = {
  manifest: "manifest.json",
  /** Every entry behind it with its SHA-256, as `sha256sum` writes and checks them. */
  sums: "SHA256SUMS",
  table: (name: string) => `tables/${name}.jsonl`,
  keystore: "keystore.json",
  content: (hash: string) => `contents/${hash.slice(2, 4)}/${hash}`,
} as const;

/** What a name of a content in the archive says. */
export function hashOfContentName(name: string): `0x${string}` | null {
  const hash = /^contents\/([0-9a-f]{2})\/(0x[0-9a-f]{64})$/.exec(name)?.[2];
  return hash !== undefined && name === entryNames.content(hash) ? (hash as `0x${string}`) : null;
}

const hashPattern = /^0x[0-9a-f]{64}$/;

const count = z.number().int().min(0);

/** The first entry: what is in the archive. */
export const manifestSchema = z.strictObject({
  format: z.number().int(),
  program: z.string().max(100),
  /** ISO 8601 UTC. */
  createdAt: z.iso.datetime(),
  /** The last migration that the rows have been through. */
  schema: z.string().regex(/^[0-9]{4}-[a-z0-9-]{1,60}$/),
  node: z.strictObject({ address: z.string(), url: z.string(), title: z.string() }).nullable(),
  /** Rows by table. */
  rows: z.record(z.string(), count),
  contents: z.strictObject({ count, bytes: count }),
  /** Contents that were not there to be taken along, by their hashes. */
  missing: z.array(z.string().regex(hashPattern)),
  keystore: z.boolean(),
  /** All entries behind the sums, in bytes; what is longer is refused. */
  bytes: count,
  sums: z.strictObject({ bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Bounds of what a reader takes into memory, bytes. */
export const archiveLimits = {
  manifestBytes: 4 * 1024 * 1024,
  keystoreBytes: 64 * 1024,
  /** One row, or one line of the sums. */
  lineBytes: 16 * 1024 * 1024,
} as const;
