import type { Address } from "@freehold/protocol";
import type { Publication } from "../../store/publications.ts";
import { type SearchDocument, saveDocument } from "../../store/search.ts";
import type { Tx } from "../../store/store.ts";
import { listTerms } from "./list-terms.ts";
import { scopeMarks } from "./scope-marks.ts";

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
export async function saveEntry(
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
