import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findSameComment, insertComment, moveComment } from "../../store/comments.ts";
import { findSignedPublication, listPublicationsByHash, type Publication } from "../../store/publications.ts";
import type { Reader } from "../../store/store.ts";
import { commentLimits } from "../comments/comment-limits.ts";
import { toCommentView } from "../comments/comment-view.ts";
import { indexComment } from "../search/index-documents.ts";
import type { ExportedComment } from "./export-format.ts";
import type { Imported } from "./import-report.ts";

/**
 * Takes a comment in as it stood: it was confirmed where it was written, and what its author signed then is not kept
 * anywhere, so it is taken on the owner's word. An author whose mail address is not told can't delete it any more.
 */
export async function importComment(
  { store, clock }: Pick<Context, "store" | "clock">,
  self: Address,
  line: ExportedComment,
): Promise<Imported> {
  const authorId = line.authType === "ETHEREUM" ? parseAddress(line.author ?? "") : (line.author ?? "");
  const problem = authorId === null ? "its author is no address" : findProblem(line);
  if (authorId === null || problem !== null) return { refused: problem ?? "" };
  return await store.transaction(async (tx) => {
    const publication = await findCommented(tx, self, line);
    if (publication === null) return { refused: "what it is about is not here" };
    const { authType, authorName, body, timestamp, state } = line;
    const comment = { publicationId: publication.id, authType, authorId, authorName, body, timestamp };
    if (await findSameComment(tx, comment)) return "known";
    const createdAt = Math.min(clock.now(), Date.parse(line.createdAt));
    const kept = { ...comment, tokenHash: null, createdAt };
    const id = await insertComment(tx, { ...kept, client: null });
    await moveComment(tx, id, { from: "pending", to: state, confirmedAt: createdAt });
    const record = { ...kept, id, state, deletionTokenHash: null, deletionExpiresAt: null };
    await indexComment(tx, self, { ...toCommentView(record), isPublic: state === "published" });
    return "taken";
  });
}

function findProblem({ authorName, body, author }: ExportedComment): string | null {
  if (`${authorName}${body}${author}`.includes("\0")) return "it holds a NUL";
  if ([...body].length > commentLimits.bodyLength) return "it is too long";
  return [...authorName].length > commentLimits.nameLength ? "the name of its author is too long" : null;
}

/** The owner's publication with those bytes: by its second, or, unsigned, by when it was written. */
async function findCommented(
  db: Reader,
  self: Address,
  { publication: { contentHash, timestamp, createdAt } }: ExportedComment,
): Promise<Publication | null> {
  if (timestamp !== null) return await findSignedPublication(db, self, contentHash, timestamp);
  const same = await listPublicationsByHash(db, contentHash);
  const isMeant = (one: Publication) =>
    one.publisherAddress === self && one.createdAt === Date.parse(createdAt);
  return same.find(isMeant) ?? null;
}
