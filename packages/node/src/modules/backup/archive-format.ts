import { basename } from "node:path";
import type { Hash } from "@freehold/protocol";
import { z } from "zod";
import { isBlobName } from "../../blobs/blobs.ts";
import { AppError } from "../../errors/errors.ts";

/** The version of the archive's format; a reader refuses any other. */
export const archiveFormat = 1;

/** The entries in their order in the archive. Contents come last, ordered by hash. */
export const entryNames = {
  manifest: "manifest.json",
  /** The SHA-256 of every entry after it, in the format of `sha256sum`. */
  sums: "SHA256SUMS",
  table: (name: string) => `tables/${name}.jsonl`,
  keystore: "keystore.json",
  content: (hash: string) => `contents/${hash.slice(2, 4)}/${hash}`,
} as const;

/** The hash in the name of a content's entry; null for any other name. */
export function hashOfContentName(name: string): Hash | null {
  const hash = basename(name);
  return isBlobName(hash) && name === entryNames.content(hash) ? hash : null;
}

const count = z.number().int().min(0);

/** The first entry: a description of the archive. */
export const manifestSchema = z.strictObject({
  format: z.number().int(),
  program: z.string().max(100),
  /** ISO 8601 UTC. */
  createdAt: z.iso.datetime(),
  /** The last migration of the database. */
  schema: z.string().regex(/^[0-9]{4}-[a-z0-9-]{1,60}$/),
  node: z.strictObject({ address: z.string(), url: z.string(), title: z.string() }).nullable(),
  /** Rows by table. */
  rows: z.record(z.string(), count),
  contents: z.strictObject({ count, bytes: count }),
  /** Hashes of contents that the node itself lacked. */
  missing: z.array(z.custom<Hash>((hash) => typeof hash === "string" && isBlobName(hash))),
  keystore: z.boolean(),
  /** Total size of the entries after the sums, in bytes. */
  bytes: count,
  sums: z.strictObject({ bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** How much a reader takes into memory at once, in bytes. */
export const archiveLimits = {
  manifestBytes: 4 * 1024 * 1024,
  keystoreBytes: 64 * 1024,
} as const;

/** The backup can't be restored, for the reason in the sentence. */
export function invalidBackup(sentence: string): AppError {
  return new AppError("BACKUP_INVALID", sentence);
}
