import type { ReferenceFolder, ReferenceRow } from "@freehold/import";
import { type Address, parseAddress } from "@freehold/protocol";
import { toPlainLine } from "@freehold/protocol/internal";
import { commentLimits } from "../../../../domain/comments/limits.ts";
import { confirmationOf, verifyOwnMessage } from "../../../../domain/comments/signed-message.ts";
import { indexComment } from "../../../../domain/search/index-documents.ts";
import { hasCode } from "../../../../errors/errors.ts";
import {
  findSameComment,
  insertComment,
  moveComment,
  useCommentSignature,
} from "../../../../store/comments.ts";
import type { ImportRun } from "../import-run.ts";
import type { PublicationIds } from "./publications.ts";
import { textOf, timeOf } from "./row-fields.ts";

/** Imports confirmed comments of both forms of the table. A wallet's signature is checked again, over the id that it names. */
export async function importReferenceComments(
  run: ImportRun,
  folder: ReferenceFolder,
  ids: PublicationIds,
): Promise<void> {
  for await (const row of folder.rows("comments")) {
    run.signal?.throwIfAborted();
    const what = `comment ${String(row.id)}`;
    const comment = readComment(run, row, ids);
    if (typeof comment === "string") run.report.refuse(what, comment);
    else if (comment === null) run.report.note(what, "Its author has not confirmed it, so it is left out.");
    else run.report.count("comments", await insert(run, comment));
  }
}

interface ReadComment {
  readonly publicationId: number;
  readonly authType: "EMAIL" | "ETHEREUM";
  readonly authorId: string;
  readonly authorName: string;
  readonly body: string;
  readonly timestamp: number;
  readonly createdAt: number;
  readonly signature: string | null;
}

/** @returns null for one that is not confirmed, or why it can't be imported */
function readComment(run: ImportRun, row: ReferenceRow, ids: PublicationIds): ReadComment | null | string {
  const theirs = Number(row.publication_id);
  const publicationId = ids.get(theirs);
  const body = textOf(row.body) ?? "";
  const authorName = toPlainLine(textOf(row.author_name) ?? "");
  const createdAt = run.clampTime(timeOf(row.created_at));
  if (publicationId === undefined) return "its post is not here";
  if (body === "" || `${body}${authorName}`.includes("\0")) return "it has no text, or holds a NUL";
  if ([...body].length > commentLimits.bodyLength) return "it is too long";
  if ([...authorName].length > commentLimits.nameLength) return "the name of its author is too long";
  if (createdAt === null) return "its time is invalid";
  const common = { publicationId, authorName, body, createdAt, timestamp: Math.floor(createdAt / 1000) };
  const isOlder = "auth_type" in row;
  if (isOlder && row.status !== "CONFIRMED") return null;
  if (isOlder && row.auth_type === "EMAIL")
    return { ...common, authType: "EMAIL", authorId: textOf(row.author_id) ?? "", signature: null };
  const authorId = parseAddress(textOf(isOlder ? row.author_id : row.author_address) ?? "");
  const signature = textOf(isOlder ? row.credential : row.signature);
  if (authorId === null) return "its author is not an address";
  if (signature === null) return isOlder ? "its signature is missing" : null;
  if (!isSigned(run, { authorId, publicationId: theirs, body, timestamp: common.timestamp }, signature))
    return "its signature is not by its author";
  return { ...common, authType: "ETHEREUM", authorId, signature };
}

function isSigned(
  { context, self }: ImportRun,
  comment: { authorId: Address; publicationId: number; body: string; timestamp: number },
  signature: string,
): boolean {
  try {
    verifyOwnMessage("CommentSignature", confirmationOf(self, comment), signature, context.recover);
    return true;
  } catch (error) {
    if (hasCode(error, "INVALID_SIGNATURE")) return false;
    throw error;
  }
}

/** @returns whether it is new */
async function insert(run: ImportRun, { createdAt, signature, ...comment }: ReadComment): Promise<boolean> {
  const { context, self, dryRun } = run;
  return await context.store.transaction(async (tx) => {
    if (await findSameComment(tx, comment)) return false;
    if (dryRun) return run.addSeen(`comment ${JSON.stringify(comment)}`);
    const id = await insertComment(tx, { ...comment, tokenHash: null, createdAt, client: null });
    await moveComment(tx, id, { from: "pending", to: "published", confirmedAt: createdAt });
    // It must not confirm the same words again after they were deleted.
    if (signature !== null) await useCommentSignature(tx, signature, context.clock.now());
    await indexComment(tx, self, { ...comment, id, state: "published", createdAt });
    return true;
  });
}
