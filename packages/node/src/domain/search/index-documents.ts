import type { Address } from "@freehold/protocol";
import type { CommentRecord } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { findOwnProfile } from "../../store/peers/profiles.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { readSiteTime } from "../../store/publications/publish-places.ts";
import { addHashtags, saveHashtags } from "../../store/search/hashtags.ts";
import { noteLanguage } from "../../store/search/languages.ts";
import {
  addDocument,
  listDocumentsOf,
  readDocuments,
  readMarks,
  removeDocument,
  removeDocumentsOf,
  replaceTerms,
  type SearchDocument,
  saveDocument,
} from "../../store/search/search.ts";
import type { SearchTerms } from "../../store/search/search-query.ts";
import { timelinePosition } from "../../store/tables/publications.ts";
import { readMarkdownText, type SearchableText } from "./searchable-text.ts";
import { languageOf, type StemLanguage, stem } from "./stem.ts";
import { authorMark, scopeMarks, splitWords } from "./terms.ts";

// The limits of a PostgreSQL text index: this many positions, and a megabyte for all terms with their positions.
const termsOfText = 16_000; // words of a text that are found
const termBytesOfText = 600_000; // words of a text that are found, together

/**
 * Indexes a publication in the caller's transaction, after it was created, changed or stored.
 *
 * @param text from `readSearchableText`, before the transaction; absent when the content is unchanged
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
  // Without both, `reindexPublications` indexes it later.
  if (!document) return;
  const time = (await readSiteTime(tx, publication.id)) ?? timelinePosition(publication).timestamp;
  await saveEntry(tx, document, { self, publication, time });
  const tags = document.marks.split(" ").filter((mark) => mark.startsWith("#"));
  await saveHashtags(
    tx,
    publication,
    tags.map((tag) => tag.slice(1)),
  );
  // Readers who see the publication see its comments.
  for (const comment of documents) {
    if (comment.kind === "comment") await saveEntry(tx, comment, { self, publication, time: comment.time });
  }
}

/** The same for a publication of others that was inserted in this transaction and is not indexed yet. */
export async function indexNewPublication(
  tx: Tx,
  self: Address,
  publication: Publication,
  text: SearchableText,
): Promise<void> {
  const document = describe(publication, text);
  const { timestamp: time } = timelinePosition(publication);
  await addDocument(tx, document, await entryOf(tx, document, { self, publication, time }));
  await addHashtags(tx, publication, text.tags);
}

/** Writes the search terms of existing documents from their rows, after the rows of a node were copied. */
export async function indexDocuments(tx: Tx, ids: readonly number[]): Promise<void> {
  const self = (await findOwnProfile(tx))?.address;
  const documents = await readDocuments(tx, ids, { withBody: true });
  if (!self || documents.length === 0) return;
  const marks = await readMarks(tx, ids);
  for (const document of documents) {
    const { id, body } = document;
    const described = { ...document, body: body ?? "", marks: marks.get(id) ?? "" };
    await replaceTerms(tx, id, await entryOf(tx, described, { self, publication: document, time: 0 }));
  }
}

/** Removes a deleted publication and its comments from the search. */
export async function unindexPublication(tx: Tx, id: number): Promise<void> {
  await removeDocumentsOf(tx, id);
}

function describe({ id, publisherAddress }: Publication, text: SearchableText): SearchDocument {
  const marks = formatMarks(publisherAddress, text);
  const { title, body } = text;
  return { kind: "publication", subjectId: id, publicationId: id, isPublic: true, marks, title, body };
}

function formatMarks(author: Address | null, { tags, mentions }: SearchableText): string {
  return [
    ...(author === null ? [] : [authorMark(author)]),
    ...tags.map((tag) => `#${tag}`),
    ...mentions.map((name) => `@${name}`),
  ].join(" ");
}

type SearchableComment = Pick<
  CommentRecord,
  "id" | "publicationId" | "state" | "body" | "authType" | "authorId" | "authorName" | "createdAt"
>;

/**
 * Indexes a comment in the caller's transaction, after it was confirmed, moderated or imported. The owner alone finds one
 * that is not published. The mail address of an author is not indexed. A comment on a deleted publication is skipped.
 */
export async function indexComment(tx: Tx, self: Address, comment: SearchableComment): Promise<void> {
  const { id, publicationId, body, authType, authorId, createdAt } = comment;
  const publication = await findPublication(tx, publicationId);
  if (!publication) return;
  const text = readMarkdownText(body);
  const document = {
    kind: "comment",
    subjectId: id,
    publicationId,
    isPublic: comment.state === "published",
    marks: formatMarks(authType === "ETHEREUM" ? (authorId as Address) : null, text),
    title: comment.authorName.replaceAll("\0", ""),
    body: text.title === "" ? text.body : `${text.title}\n${text.body}`,
  } as const;
  await saveEntry(tx, document, { self, publication, time: Math.floor(createdAt / 1000) });
}

/** Removes a comment from the search. */
export async function unindexComment(
  tx: Tx,
  { id, publicationId }: Pick<SearchableComment, "id" | "publicationId">,
): Promise<void> {
  await removeDocument(tx, { kind: "comment", subjectId: id, publicationId });
}

/** The fields that decide who may see a publication. */
type Visibility = Pick<Publication, "publisherAddress" | "state">;

/** Whether readers of the site may see a publication: the owner's local and signed ones. */
export function isForReaders({ publisherAddress, state }: Visibility, self: Address): boolean {
  return publisherAddress === self && state !== "draft";
}

/** The owner of the site, the publication that decides who may see the entry, and its time (seconds). */
interface EntryContext {
  self: Address;
  publication: Visibility;
  time: number;
}

/** Writes a document with its terms. Readers find it when it is public and they may see its publication. `time`: seconds. */
async function saveEntry(tx: Tx, document: SearchDocument, context: EntryContext): Promise<void> {
  await saveDocument(tx, document, await entryOf(tx, document, context));
}

async function entryOf(tx: Tx, document: SearchDocument, { self, publication, time }: EntryContext) {
  const { title, body } = document;
  const language = languageOf(`${title}\n${body}`);
  if (language !== "en") await noteLanguage(tx, language);
  const marks = document.marks === "" ? [] : document.marks.split(" ");
  if (publication.state === "draft") marks.push(scopeMarks.draft);
  return {
    time,
    forReaders: document.isPublic && isForReaders(publication, self),
    terms: listTerms({ title, body, language }, [...marks, scopeMarks.all]),
  };
}

/** The indexed terms of a document: up to a limit. */
export function listTerms(
  { title, body, language }: { title: string; body: string; language: StemLanguage },
  marks: readonly string[],
): SearchTerms {
  const room = { terms: termsOfText, bytes: termBytesOfText };
  return { title: take(title, language, room), body: take(body, language, room), marks };
}

function take(text: string, language: StemLanguage, room: { terms: number; bytes: number }): string[] {
  const terms: string[] = [];
  for (const word of splitWords(text)) {
    const term = stem(word.term, language);
    room.terms -= 1;
    room.bytes -= Buffer.byteLength(term);
    if (room.terms < 0 || room.bytes < 0) break;
    terms.push(term);
  }
  return terms;
}
