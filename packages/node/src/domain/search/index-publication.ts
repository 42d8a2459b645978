import type { Address } from "@freehold/protocol";
import { saveHashtags } from "../../store/hashtags.ts";
import type { Publication } from "../../store/publications.ts";
import { listDocumentsOf, removeDocumentsOf, type SearchDocument } from "../../store/search.ts";
import type { Tx } from "../../store/store.ts";
import { timelinePosition } from "../../store/timeline.ts";
import { saveEntry } from "./save-entry.ts";
import { authorMark } from "./scope-marks.ts";
import type { SearchableText } from "./searchable-text.ts";

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
