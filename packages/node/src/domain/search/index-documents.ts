import type { Address } from "@freehold/protocol";
import type { Tx } from "../../store/database.ts";
import { saveHashtags } from "../../store/hashtags.ts";
import { findPublication, type Publication } from "../../store/publications.ts";
import {
  listDocumentsOf,
  removeDocument,
  removeDocumentsOf,
  type SearchDocument,
  saveDocument,
} from "../../store/search.ts";
import type { SearchTerms } from "../../store/search-query.ts";
import { timelinePosition } from "../../store/timeline.ts";
import { searchLimits } from "./search-limits.ts";
import { readMarkdownText, type SearchableText } from "./searchable-text.ts";
import { authorMark, scopeMarks, splitWords } from "./terms.ts";

/**
 * Makes a publication findable as it stands now, in the caller's transaction: after it was created, changed or stored.
 *
 * @param text from `readSearchableText`, before the transaction; absent when the content is what it was
 */
export async function indexPublication(
  tx: Tx,
  self: Address,
  publication: Publication,
  text?: SearchableText,
): Promise<void> {
  const documents = await listDocumentsOf(tx, publication.id);
  const own = documents.find(({ kind }) => kind === "publication");
  const document = text ? describe(publication, text) : own;
  // Without both, it waits for `reindexPublications`, which takes it as it then is.
  if (!document) return;
  const { timestamp } = timelinePosition(publication);
  await saveEntry(tx, document, { self, publication, time: timestamp });
  const tags = document.marks.split(" ").filter((mark) => mark.startsWith("#"));
  await saveHashtags(
    tx,
    publication,
    tags.map((tag) => tag.slice(1)),
  );
  // Who may see the publication may see its comments.
  for (const comment of documents) {
    if (comment.kind === "comment") await saveEntry(tx, comment, { self, publication, time: comment.time });
  }
}

/** Takes a publication that is deleted, and the comments on it, out of the search. */
export async function unindexPublication(tx: Tx, id: number): Promise<void> {
  await removeDocumentsOf(tx, id);
}

function describe({ id, publisherAddress }: Publication, text: SearchableText): SearchDocument {
  const marks = [
    authorMark(publisherAddress),
    ...text.tags.map((tag) => `#${tag}`),
    ...text.mentions.map((name) => `@${name}`),
  ];
  return {
    kind: "publication",
    subjectId: id,
    publicationId: id,
    isPublic: true,
    marks: marks.join(" "),
    title: text.title,
    body: text.body,
  };
}

/** A comment, as far as it can be found. */
export interface SearchableComment {
  readonly id: number;
  readonly publicationId: number;
  /** Markdown. */
  readonly body: string;
  readonly authorName: string;
  /** Of one who signs; null for one who is known by mail, which nobody finds. */
  readonly authorAddress: Address | null;
  /** Whether it is confirmed and approved. Until then the owner alone finds it. */
  readonly isPublic: boolean;
  /** ms */
  readonly createdAt: number;
}

/**
 * Makes a comment findable as it stands now, in the caller's transaction: after it was written, confirmed or moderated.
 * One on a publication that is gone is passed over.
 */
export async function indexComment(tx: Tx, self: Address, comment: SearchableComment): Promise<void> {
  const { id, publicationId, body, authorName, authorAddress, isPublic, createdAt } = comment;
  const publication = await findPublication(tx, publicationId);
  if (!publication) return;
  const text = readMarkdownText(body);
  const marks = [...text.tags.map((tag) => `#${tag}`), ...text.mentions.map((name) => `@${name}`)];
  if (authorAddress !== null) marks.unshift(authorMark(authorAddress));
  const document = {
    kind: "comment",
    subjectId: id,
    publicationId,
    isPublic,
    marks: marks.join(" "),
    title: authorName.replaceAll("\0", ""),
    body: text.title === "" ? text.body : `${text.title}\n${text.body}`,
  } as const;
  await saveEntry(tx, document, { self, publication, time: Math.floor(createdAt / 1000) });
}

/** Takes a comment out of the search. */
export async function unindexComment(
  tx: Tx,
  { id, publicationId }: Pick<SearchableComment, "id" | "publicationId">,
): Promise<void> {
  await removeDocument(tx, { kind: "comment", subjectId: id, publicationId });
}

/** What decides who may see a publication. */
export type PublicationPlace = Pick<Publication, "publisherAddress" | "state">;

/** Whether readers of the site may see a publication: this owner's local and signed ones. */
export function isForReaders({ publisherAddress, state }: PublicationPlace, self: Address): boolean {
  return publisherAddress === self && state !== "draft";
}

/**
 * Writes a document with its terms, at its place in time (seconds). Readers find it when it is public and they may see
 * its publication.
 */
async function saveEntry(
  tx: Tx,
  document: SearchDocument,
  { self, publication, time }: { self: Address; publication: PublicationPlace; time: number },
): Promise<void> {
  const marks = document.marks === "" ? [] : document.marks.split(" ");
  if (publication.state === "draft") marks.push(scopeMarks.draft);
  await saveDocument(tx, document, {
    time,
    forReaders: document.isPublic && isForReaders(publication, self),
    terms: listTerms(document.title, document.body, [...marks, scopeMarks.all]),
  });
}

/** The terms of a document, as far as they are indexed. */
export function listTerms(title: string, body: string, marks: readonly string[]): SearchTerms {
  const room = { terms: searchLimits.termsOfText, bytes: searchLimits.termBytesOfText };
  return { title: take(title, room), body: take(body, room), marks };
}

function take(text: string, room: { terms: number; bytes: number }): string[] {
  const terms: string[] = [];
  for (const { term } of splitWords(text)) {
    room.terms -= 1;
    room.bytes -= Buffer.byteLength(term);
    if (room.terms < 0 || room.bytes < 0) break;
    terms.push(term);
  }
  return terms;
}
