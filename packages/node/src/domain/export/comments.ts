import { type Address, type Hash, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findSameComment, insertComment, listComments, moveComment } from "../../store/comments.ts";
import type { Reader } from "../../store/database.ts";
import {
  findPublication,
  findSignedPublication,
  listPublicationsByHash,
  type Publication,
} from "../../store/publications.ts";
import { commentLimits } from "../comments/limits.ts";
import { toCommentView } from "../comments/view.ts";
import { indexComment } from "../search/index-documents.ts";
import type { ExportedComment } from "./format.ts";
import type { Imported } from "./report.ts";

// Not a limit: the page size of an internal read.
const PAGE = 200;

/**
 * The comments on publications that readers see, in the order in which they were written.
 *
 * @param withPrivate whether those that wait or are hidden are among them, and mail addresses are told
 */
export async function* listExportedComments(
  { store }: Pick<Context, "store">,
  withPrivate: boolean,
): AsyncGenerator<ExportedComment> {
  const states = withPrivate ? (["published", "held", "rejected"] as const) : (["published"] as const);
  for (let after: number | null = null; ; ) {
    const page = await listComments(store.db, { publicationId: null, states, after, limit: PAGE });
    for (const comment of page) {
      const publication = await findPublication(store.db, comment.publicationId);
      if (!publication || comment.state === "pending") continue;
      const { state, authType, authorId, authorName, body, timestamp, createdAt } = comment;
      yield {
        publication: {
          contentHash: publication.contentHash as Hash,
          timestamp: publication.timestamp,
          createdAt: new Date(publication.createdAt).toISOString(),
        },
        state,
        authType,
        author: authType === "ETHEREUM" || withPrivate ? authorId : null,
        authorName,
        body,
        timestamp,
        createdAt: new Date(createdAt).toISOString(),
      };
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

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
