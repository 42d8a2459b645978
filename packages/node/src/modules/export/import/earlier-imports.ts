import { createHash } from "node:crypto";
import { type ImportedPost, shareOfWords } from "@freehold/import";
import { limits } from "../../../domain/limits.ts";
import { composeText } from "../../../import-process/compose-text.ts";
import { findImport, type ImportRecord, renameImport } from "../../../store/publications/imports.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import type { ImportRun } from "./import-run.ts";

type Key = Pick<ImportRecord, "format" | "key">;
type Earlier = Awaited<ReturnType<typeof findImport>>;

// Texts of other folders at the same path.
const samePaths = 100;

/**
 * The earlier import of a post, and the name under which it is known or will be. A name of an earlier version is replaced. Two
 * folders may have different texts at one path: the second one has a number.
 */
export async function findEarlier(
  run: ImportRun,
  post: ImportedPost,
): Promise<{ key: Key; before: Earlier }> {
  const first = cutKey(post.key);
  const named = await findByNames(run, { format: run.format, key: first }, post.earlierKeys ?? []);
  if (run.format !== "markdown") return named;
  for (let number = 2; number <= samePaths; number += 1) {
    if (named.before === null || (await isSameText(run, named.before, post))) return named;
    named.key = { format: run.format, key: cutKey(`${post.key} (${number})`) };
    named.before = await findImport(run.context.store.db, named.key);
  }
  return named;
}

async function findByNames(
  { context: { store }, dryRun }: ImportRun,
  key: Key,
  earlierKeys: readonly string[],
): Promise<{ key: Key; before: Earlier }> {
  const found = await findImport(store.db, key);
  if (found) return { key, before: found };
  for (const earlier of earlierKeys.map(cutKey)) {
    const named = { ...key, key: earlier };
    const before = await findImport(store.db, named);
    if (before === null) continue;
    if (!dryRun) await store.transaction((tx) => renameImport(tx, named, key.key));
    return { key, before };
  }
  return { key, before: null };
}

// The share of its words that a text keeps when its author edits it.
const keptWords = 0.6;

/** Whether an imported post may be the same text, edited since. Of one that was changed or deleted here nobody can tell. */
async function isSameText(
  { context: { store, blobs } }: ImportRun,
  { publicationId, importedAt }: NonNullable<Earlier>,
  post: ImportedPost,
): Promise<boolean> {
  const found = publicationId === null ? null : await findPublication(store.db, publicationId);
  if (found === null || found.updatedAt > importedAt) return true;
  const bytes = await blobs.readAll(found.contentHash, limits.markdownBytes).catch(() => null);
  if (bytes === null) return true;
  const [before, now] = [Buffer.from(bytes).toString("utf8"), composeText(post, new Map())].map(
    withoutAddresses,
  );
  return shareOfWords(before ?? "", now ?? "") >= keptWords;
}

/** Pictures have other addresses here. */
const withoutAddresses = (text: string) => text.replace(/\]\([^\s)]{0,8192}/g, "](");

// A key is a name, and indexes have a longest one.
const keyLength = 900;

/** A key as it is stored: a long one ends with the hash of it all. */
export function cutKey(key: string): string {
  const clean = key.replaceAll("\0", "").toWellFormed();
  if (clean.length <= keyLength) return clean;
  return `${clean.slice(0, keyLength).toWellFormed()} ${createHash("sha256").update(clean).digest("hex")}`;
}
