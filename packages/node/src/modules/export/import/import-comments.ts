import type { ImportedComment, ImportedPost } from "@freehold/import";
import { toPlainLine } from "@freehold/protocol/internal";
import { commentLimits } from "../../../domain/comments/limits.ts";
import { indexComment } from "../../../domain/search/index-documents.ts";
import { findSameComment, insertComment, moveComment } from "../../../store/comments.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { findImport, type ImportRecord, insertImport } from "../../../store/publications/imports.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import { cutKey } from "./earlier-imports.ts";
import type { ImportRun } from "./import-run.ts";

// Comments of one transaction: other writers wait for it.
const together = 50;

/**
 * Imports the comments on a post, which were approved in its program and which nobody signed. They are published without a word to
 * anybody: no mail, no notification, no webhook. One that was imported before is known by its key, also if it was deleted since.
 *
 * @param publicationId null in a dry run of a post that is new
 * @throws the signal's reason
 */
export async function importComments(
  run: ImportRun,
  post: ImportedPost,
  publicationId: number | null,
): Promise<void> {
  const { context, report, signal, dryRun } = run;
  const comments = post.comments ?? [];
  const ids = new Map<string, number>();
  for (let at = 0; at < comments.length; at += together) {
    signal?.throwIfAborted();
    const some = comments.slice(at, at + together);
    const taken =
      dryRun || publicationId === null
        ? await findNew(run, context.store.db, some)
        : await context.store.transaction((tx) => insertNew(run, tx, { post, publicationId, some, ids }));
    for (const isNew of taken) report.count("comments", isNew);
  }
}

const keyOf = (run: ImportRun, { key }: ImportedComment): Pick<ImportRecord, "format" | "key"> => ({
  format: run.format,
  key: cutKey(`comment ${key}`),
});

/** @returns for each whether it would be imported */
async function findNew(run: ImportRun, db: Reader, some: readonly ImportedComment[]): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const comment of some) {
    const key = keyOf(run, comment);
    found.push((await findImport(db, key)) === null && run.addSeen(key.key));
  }
  return found;
}

interface Chunk {
  readonly post: ImportedPost;
  readonly publicationId: number;
  readonly some: readonly ImportedComment[];
  /** The ids of the comments that this run has seen, by their keys. */
  readonly ids: Map<string, number>;
}

/** @returns for each whether it was imported; nothing for a post that was deleted meanwhile */
async function insertNew(run: ImportRun, tx: Tx, { some, ...place }: Chunk): Promise<boolean[]> {
  const { publicationId } = place;
  if ((await findPublication(tx, publicationId)) === null) return [];
  const taken: boolean[] = [];
  for (const comment of some) {
    const key = keyOf(run, comment);
    const before = await findImport(tx, key);
    if (before === null)
      await insertImport(tx, {
        ...key,
        publicationId: null,
        announce: 0,
        importedAt: run.context.clock.now(),
      });
    const isNew = before === null ? await insertOne(run, tx, { ...place, comment }) : run.hasTaken(before);
    taken.push(isNew);
  }
  return taken;
}

/** @returns false where an export of this program has brought it already */
async function insertOne(
  run: ImportRun,
  tx: Tx,
  { post, publicationId, comment, ids }: Omit<Chunk, "some"> & { comment: ImportedComment },
): Promise<boolean> {
  const createdAt = run.clampTime(comment.writtenAt ?? run.dateOf(post)) ?? run.context.clock.now();
  const row = {
    publicationId,
    authType: "IMPORTED",
    authorId: comment.url ?? "",
    authorName: [...toPlainLine(comment.author)].slice(0, commentLimits.nameLength).join("") || "?",
    body: comment.markdown.toWellFormed().replaceAll(/[\p{Cc}--[\t\n\r]]/gv, ""),
    timestamp: Math.floor(createdAt / 1000),
  } as const;
  const same = await findSameComment(tx, row);
  if (same) ids.set(comment.key, same.id);
  if (same) return false;
  const answers = ids.get(comment.answers ?? "") ?? null;
  const id = await insertComment(tx, { ...row, answers, tokenHash: null, createdAt, client: null });
  ids.set(comment.key, id);
  await moveComment(tx, id, { from: "pending", to: "published", confirmedAt: createdAt });
  await indexComment(tx, run.self, { ...row, id, state: "published", createdAt });
  return true;
}
