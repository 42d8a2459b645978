import type { Hex } from "@freehold/protocol";
import type { PublicationKind, PublicationState } from "./publications.ts";
import type { TraitsByTable } from "./table-traits.ts";

/** The kinds of rows that go to the trash. */
export type TrashKind = "publication" | "comment";

/** Something that the owner deleted, and can restore for a while. Its own rows are gone; `trash_rows` has them. */
export interface TrashTable {
  kind: TrashKind;
  /** The id that the publication or the comment had, and gets back. */
  subjectId: number;
  type: PublicationKind | "COMMENT";
  /** The state of the publication; that of a comment in lower case. */
  state: PublicationState | "pending" | "held" | "published" | "rejected";
  /** The publication, or the one that the comment is about. */
  publicationId: number;
  /** The title of a post, the name of a file, the author of a comment. */
  title: string;
  /** The beginning of the text. */
  excerpt: string;
  /** The post of which this file was a part: both were deleted together, and come back together. */
  deletedWith: number | null;
  deletedAt: number;
}

/** A row that was deleted, or lost its reference, with something in the trash. */
export interface TrashRowsTable {
  kind: TrashKind;
  subjectId: number;
  /** The order in which they are put back. */
  position: number;
  tableName: string;
  /** JSON: the columns of the row by their names in the database. */
  data: string;
  /** A content that is kept for it. */
  contentHash: Hex | null;
}

/** Traits of the tables of the trash. */
export const trashTraits: TraitsByTable = {
  trash: {
    key: ["kind", "subject_id"],
    inBackup: true,
    isPrivate: true,
    times: { deleted_at: "event" },
    calls: null,
  },
  trash_rows: {
    contents: ["content_hash"],
    key: ["kind", "subject_id", "position"],
    inBackup: true,
    isPrivate: true,
    calls: null,
  },
};
