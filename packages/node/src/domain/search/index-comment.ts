import type { Address } from "@freehold/protocol";
import { findPublication } from "../../store/publications.ts";
import { removeDocument } from "../../store/search.ts";
import type { Tx } from "../../store/store.ts";
import { readMarkdownText } from "./read-markdown-text.ts";
import { saveEntry } from "./save-entry.ts";
import { authorMark } from "./scope-marks.ts";

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
