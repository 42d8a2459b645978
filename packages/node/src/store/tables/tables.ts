import type { TokensTable, UsedSignInsTable } from "./access.ts";
import type {
  ClosedCommentsTable,
  CommenterBlocksTable,
  CommentSignaturesTable,
  CommentsTable,
} from "./comments.ts";
import type {
  BlocksTable,
  ConnectionsTable,
  ConnectionTombstonesTable,
  PeerEventsTable,
  PeersTable,
  ProfilesTable,
} from "./peers.ts";
import type {
  ContentsTable,
  FirstSlugsTable,
  ImportsTable,
  MovedTagsTable,
  OldAddressesTable,
  PublicationChangesTable,
  PublicationHashtagsTable,
  PublicationHistoryTable,
  PublicationMarksTable,
  PublicationSchedulesTable,
  PublicationsTable,
  PublicationTombstonesTable,
  ReplicaUsageTable,
} from "./publications.ts";
import type { InterruptedRowsTable, JobsTable, OutboxTable, PullsTable } from "./queues.ts";
import type { TrashRowsTable, TrashTable } from "./trash.ts";

/**
 * The tables, one declaration for every dialect; a module adds its own by declaration merging. Columns named `*_at` hold integer milliseconds of the
 * Unix epoch; `timestamp` and `signed_at` hold whole seconds, as the protocol signs them. Booleans are 0 and 1.
 */
export interface Tables {
  migrations: MigrationsTable;
  meta: MetaTable;
  profiles: ProfilesTable;
  connections: ConnectionsTable;
  connection_tombstones: ConnectionTombstonesTable;
  contents: ContentsTable;
  publications: PublicationsTable;
  publication_tombstones: PublicationTombstonesTable;
  publication_marks: PublicationMarksTable;
  publication_history: PublicationHistoryTable;
  publication_changes: PublicationChangesTable;
  replica_usage: ReplicaUsageTable;
  imports: ImportsTable;
  moved_tags: MovedTagsTable;
  old_addresses: OldAddressesTable;
  first_slugs: FirstSlugsTable;
  peers: PeersTable;
  peer_events: PeerEventsTable;
  outbox: OutboxTable;
  pulls: PullsTable;
  tokens: TokensTable;
  used_sign_ins: UsedSignInsTable;
  comments: CommentsTable;
  comment_signatures: CommentSignaturesTable;
  closed_comments: ClosedCommentsTable;
  jobs: JobsTable;
  interrupted_rows: InterruptedRowsTable;
  search_documents: SearchDocumentsTable;
  publication_hashtags: PublicationHashtagsTable;
  publication_schedules: PublicationSchedulesTable;
  blocks: BlocksTable;
  commenter_blocks: CommenterBlocksTable;
  trash: TrashTable;
  trash_rows: TrashRowsTable;
}

/** The migrations that this database went through. */
export interface MigrationsTable {
  name: string;
  appliedAt: number;
}

/** Single values of this node: `installed_at`, `search_progress` … */
export interface MetaTable {
  key: string;
  value: string;
}

/**
 * A text that can be found: the plain text of a publication or a comment. Its terms lie in the dialect's index, under the
 * same id.
 */
export interface SearchDocumentsTable {
  /** The second of its place in the timeline, times 2^19, and a number within it: the order by id is the order in time. */
  id: number;
  kind: "publication" | "comment";
  subjectId: number;
  /** The publication, or the one that the comment is about. */
  publicationId: number;
  /** Whether readers may find it, as long as they may see the publication. */
  isPublic: number;
  /** `#tag` and `@mention` of the text, with blanks between them. */
  marks: string;
  title: string;
  body: string;
}
