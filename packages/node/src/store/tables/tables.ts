import type { SignInNoncesTable, TokensTable } from "./access.ts";
import type {
  ClosedCommentsTable,
  CommenterBlocksTable,
  CommentSignaturesTable,
  CommentsTable,
} from "./comments.ts";
import type { BlocksTable, ConnectionsTable, ConnectionTombstonesTable } from "./connections.ts";
import type { MetaTable, MigrationsTable } from "./meta.ts";
import type {
  NotificationsTable,
  PushSubscriptionsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from "./notifications.ts";
import type { PeersTable } from "./peers.ts";
import type { ProfilesTable } from "./profiles.ts";
import type {
  ContentsTable,
  PublicationHashtagsTable,
  PublicationSchedulesTable,
  PublicationsTable,
  PublicationTombstonesTable,
  ReplicaUsageTable,
} from "./publications.ts";
import type { ErrandsTable, OutboxTable, PullsTable } from "./queues.ts";
import type { SearchDocumentsTable } from "./search.ts";

/**
 * The tables, one declaration for every dialect. Columns named `*_at` hold integer milliseconds of the
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
  replica_usage: ReplicaUsageTable;
  peers: PeersTable;
  outbox: OutboxTable;
  pulls: PullsTable;
  tokens: TokensTable;
  sign_in_nonces: SignInNoncesTable;
  comments: CommentsTable;
  comment_signatures: CommentSignaturesTable;
  closed_comments: ClosedCommentsTable;
  errands: ErrandsTable;
  notifications: NotificationsTable;
  push_subscriptions: PushSubscriptionsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  search_documents: SearchDocumentsTable;
  publication_hashtags: PublicationHashtagsTable;
  publication_schedules: PublicationSchedulesTable;
  blocks: BlocksTable;
  commenter_blocks: CommenterBlocksTable;
}
