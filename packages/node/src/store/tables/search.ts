/** What can be found: the plain text of a publication or a comment. Its terms lie in the dialect's index, under the same id. */
export interface SearchDocumentsTable {
  /** The second of its place in the timeline, times 2^19, and a number within it: the order by id is the order in time. */
  id: number;
  kind: "publication" | "comment";
  subject_id: number;
  /** The publication, or the one that the comment is about. */
  publication_id: number;
  /** Whether readers may find it, as long as they may see the publication. */
  is_public: number;
  /** `#tag` and `@mention` of the text, with blanks between them. */
  marks: string;
  title: string;
  body: string;
}
