import { type Address, type Hash, parseAddress } from "@freehold/protocol";
import { toPlainLine } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { commentLimits } from "../../../domain/comments/limits.ts";
import { readAllPages } from "../../../domain/paging.ts";
import { indexComment } from "../../../domain/search/index-documents.ts";
import {
  type CommentRecord,
  findComment,
  findSameComment,
  insertComment,
  listComments,
  moveComment,
  writeMention,
} from "../../../store/comments.ts";
import type { Reader } from "../../../store/database.ts";
import {
  findPublication,
  listPublicationsByHash,
  type Publication,
} from "../../../store/publications/publications.ts";
import { findSignedPublication } from "../../../store/publications/signed-publications.ts";
import type { Imported } from "../import/report.ts";
import type { ExportedComment } from "./format.ts";

/**
 * The comments on publications that readers see, oldest first.
 *
 * @param withPrivate whether to include held and rejected ones, those on drafts, and mail addresses
 */
export async function* listExportedComments(
  { store }: Pick<Context, "store">,
  withPrivate: boolean,
): AsyncGenerator<ExportedComment> {
  const states = withPrivate ? (["published", "held", "rejected"] as const) : (["published"] as const);
  const all = readAllPages<CommentRecord>(({ last, limit }) =>
    listComments(store.db, {
      publicationId: null,
      states,
      withDrafts: withPrivate,
      after: last?.id ?? null,
      limit,
    }),
  );
  // The numbers of the lines, by the ids of the comments: other nodes have other ids.
  const numbers = new Map<number, number>();
  for await (const comment of all) {
    const { state, authType, authorId, authorName, body, timestamp, createdAt, mention, answers } = comment;
    const publication = await findPublication(store.db, comment.publicationId);
    if (!publication || state === "pending") continue;
    const number = numbers.size + 1;
    numbers.set(comment.id, number);
    const answered = numbers.get(answers ?? 0);
    yield {
      id: number,
      ...(answered !== undefined && { answers: answered }),
      publication: {
        contentHash: publication.contentHash as Hash,
        timestamp: publication.timestamp,
        createdAt: new Date(publication.createdAt).toISOString(),
      },
      state,
      authType,
      author: authType !== "EMAIL" || withPrivate ? authorId : null,
      authorName,
      body,
      timestamp,
      createdAt: new Date(createdAt).toISOString(),
      ...(mention !== null && { mention: JSON.parse(mention) }),
    };
  }
}

/**
 * Imports a comment as it was. Its author confirmed it on the other node, and no signature of that is stored, so the
 * owner vouches for it. An author whose mail address was left out can't delete it any more.
 *
 * @param ids of the comments here, by their numbers in the export; this one is added
 * @param coming in a dry run: the publications that would be imported
 */
export async function importComment(
  { store, clock }: Pick<Context, "store" | "clock">,
  self: Address,
  line: ExportedComment,
  ids: Map<number, number>,
  coming: ComingPublications | null = null,
): Promise<Imported> {
  const authorId = line.authType === "ETHEREUM" ? parseAddress(line.author ?? "") : (line.author ?? "");
  if (authorId === null) return { refused: "its author is not an address" };
  const problem = findProblem(line);
  if (problem !== null) return { refused: problem };
  return await store.transaction(async (tx) => {
    const publication = await findCommented(tx, self, line);
    if (publication === null && coming?.has(nameForComments(line.publication))) return "taken";
    if (publication === null) return { refused: "its post is not here" };
    const { authType, body, timestamp, state } = line;
    const authorName = toPlainLine(line.authorName) || "?";
    const comment = { publicationId: publication.id, authType, authorId, authorName, body, timestamp };
    const same = await findSameComment(tx, comment);
    if (same && line.id !== undefined) ids.set(line.id, same.id);
    if (same) return "known";
    if (coming !== null) return "taken";
    const createdAt = Math.min(clock.now(), Date.parse(line.createdAt));
    const answers = await findAnswered(tx, ids.get(line.answers ?? -1), publication.id);
    const id = await insertComment(tx, { ...comment, answers, tokenHash: null, createdAt, client: null });
    if (line.id !== undefined) ids.set(line.id, id);
    await moveComment(tx, id, { from: "pending", to: state, confirmedAt: createdAt });
    if (line.mention)
      await writeMention(tx, id, { authorId, authorName, body, mention: JSON.stringify(line.mention) });
    await indexComment(tx, self, { ...comment, id, state, createdAt });
    return "taken";
  });
}

/** The first comment of the conversation that a comment answers; null where that is not on this publication. */
async function findAnswered(
  db: Reader,
  id: number | undefined,
  publicationId: number,
): Promise<number | null> {
  const answered = id === undefined ? null : await findComment(db, id);
  return answered?.publicationId === publicationId ? (answered.answers ?? answered.id) : null;
}

/** Publications of an export, by `nameForComments`. */
export type ComingPublications = ReadonlySet<string>;

/** The name by which a comment of an export refers to its publication. */
export function nameForComments({
  contentHash,
  timestamp,
  createdAt,
}: ExportedComment["publication"]): string {
  return `${contentHash} ${timestamp ?? Date.parse(createdAt)}`;
}

function findProblem({ authType, authorName, body, author }: ExportedComment): string | null {
  if (authType === "IMPORTED" && author && !/^https?:$/.test(URL.parse(author)?.protocol ?? ""))
    return "the site of its author has no web address";
  if (`${authorName}${body}${author}`.includes("\0")) return "it holds a NUL";
  if ([...body].length > commentLimits.bodyLength) return "it is too long";
  return [...authorName].length > commentLimits.nameLength ? "the name of its author is too long" : null;
}

/** The owner's publication with those bytes: a signed one by its timestamp, another by the time of its creation. */
async function findCommented(
  db: Reader,
  self: Address,
  { publication: { contentHash, timestamp, createdAt } }: ExportedComment,
): Promise<Publication | null> {
  if (timestamp !== null) return await findSignedPublication(db, self, contentHash, timestamp);
  const found = await listPublicationsByHash(db, contentHash);
  const madeAt = Date.parse(createdAt);
  return found.find((one) => one.publisherAddress === self && one.createdAt === madeAt) ?? null;
}
