/** A field that takes arguments. It exists as a type only. */
interface Field<Args, Value> {
  readonly __args: Args;
  readonly __value: Value;
}
/** The field of every object of the schema. */
interface ObjectType {
  readonly __typename: string;
}
type ArgsOf<F> = F extends Field<infer Args, unknown> ? Args : never;
type ValueOf<F> = F extends Field<unknown, infer Value> ? Value : F;
/** The type inside lists, and without null. */
type Inner<Value> = Value extends readonly (infer Item)[] ? Inner<Item> : NonNullable<Value>;
/**
 * The fields of an object that are asked for: `true` for a value, a selection for an object. Arguments of a field are in
 * `__args` beside what is asked of it.
 */
type Selection<T> = { readonly [K in keyof T]?: FieldSelection<T[K]>; };
/** The selection for a field. */
type FieldSelection<F> = F extends Field<infer Args, infer Value> ? SelectionInside<Value> & WithArgs<Args> : SelectionInside<F>;
type SelectionInside<Value> = [Inner<Value>] extends [ObjectType] ? Selection<Inner<Value>> : Leaf;
/** A value without fields. With arguments it is asked for as `{ __args }`. */
type Leaf = true | object;
type WithArgs<Args> = object extends Args ? {
  readonly __args?: Args;
} : {
  readonly __args: Args;
};
/** Refuses what a selection asks for and the schema does not have. */
type Exact<T, S> = { readonly [K in keyof S]: K extends keyof T ? ExactField<T[K], S[K]> : never; };
/** The same for what is asked inside a field. */
type ExactField<F, S> = S extends object ? { readonly [K in keyof S]: K extends "__args" ? ExactArgs<ArgsOf<F>, S[K]> : ExactInside<F, K, S[K]>; } : S;
type ExactArgs<Args, S> = Args & { readonly [K in Exclude<keyof S, keyof Args>]: never; };
type ExactInside<F, K, S> = K extends keyof Inner<ValueOf<F>> ? ExactField<Inner<ValueOf<F>>[K], S> : never;
/** The answer to a selection. */
type Result<T, S> = { readonly [K in keyof S & keyof T]: ResultOf<ValueOf<T[K]>, S[K]>; };
type ResultOf<Value, S> = Value extends null ? null : Value extends readonly (infer Item)[] ? readonly ResultOf<Item, S>[] : Value extends ObjectType ? Result<Value, S> : Value;
/** Bytes in hex. */
type Hex = `0x${string}`;
/** A draft that a program wrote with a token, for this program and for the owner. */
interface AgentDraft {
  readonly __typename: "AgentDraft";
  /** The name of the program's token. */
  readonly agent: string;
  /** Markdown. Null for the program once the owner changed it. */
  readonly body: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** Of the publication. */
  readonly id: string;
  /** Whether the text is another than the one that was declined. */
  readonly isRevised: boolean;
  /** What the program says to the owner. */
  readonly note: string;
  readonly proposedAt: string | null;
  /** For the program: null until it is published. */
  readonly publication: Publication | null;
  /** What the owner says to the program. */
  readonly reason: string;
  /** The signed post that this is a new version of. */
  readonly replaces: Publication | null;
  /** Send it back with a change or a proposal. */
  readonly revision: number;
  readonly slug: string | null;
  readonly state: AgentDraftState;
  readonly title: string;
}
interface AgentDraftConnection {
  readonly __typename: "AgentDraftConnection";
  readonly edges: readonly AgentDraftEdge[];
  readonly nodes: readonly AgentDraft[];
  readonly pageInfo: PageInfo;
}
interface AgentDraftEdge {
  readonly __typename: "AgentDraftEdge";
  readonly cursor: string;
  readonly node: AgentDraft;
}
type AgentDraftState = "DECLINED" | "DRAFT" | "PROPOSED" | "PUBLISHED" | "TAKEN";
interface AnswerCommentInput {
  /** Markdown. */
  readonly body: string;
  readonly id: string;
}
interface AttachPictureInput {
  /** For those who don't see it. */
  readonly description: string;
  /** PNG, JPEG, GIF, WebP or AVIF. */
  readonly file?: Blob | null | undefined;
}
interface AttachedPicture {
  readonly __typename: "AttachedPicture";
  readonly contentHash: Hex;
  readonly description: string;
  readonly id: string;
  /** Put it into the text of a draft. */
  readonly markdown: string;
}
/** An address that the owner has blocked. */
interface Block {
  readonly __typename: "Block";
  readonly address: Hex;
  readonly createdAt: string;
  /** The owner's own note. */
  readonly reason: string | null;
  readonly title: string | null;
  readonly url: string | null;
}
interface BlockConnection {
  readonly __typename: "BlockConnection";
  readonly edges: readonly BlockEdge[];
  readonly nodes: readonly Block[];
  readonly pageInfo: PageInfo;
}
interface BlockEdge {
  readonly __typename: "BlockEdge";
  readonly cursor: string;
  readonly node: Block;
}
type BounceResult = "COUNTED" | "KNOWN" | "PAUSED" | "SOFT" | "UNKNOWN";
interface BroadcastProfileUpdateInput {
  /** The signed messages from `profileToSign`, called without changes. */
  readonly messages: readonly SignedMessageInput[];
}
type CallerKind = "ANONYMOUS" | "CLIENT" | "INTEGRATION";
type CheckArea = "CONFIGURATION" | "DATABASE" | "MACHINE" | "OUTSIDE" | "PROXY" | "WORK";
interface CheckReceiptsInput {
  readonly id: string;
  /** Only this follower. */
  readonly peerAddress?: string | null | undefined;
}
type CheckState = "FAILED" | "OK" | "SKIPPED" | "WARNING";
/** What a follower answered when it was asked for a publication. */
interface CheckedReceipt {
  readonly __typename: "CheckedReceipt";
  readonly answer: ReceiptAnswer;
  readonly peerAddress: Hex;
}
interface ChooseNewsletterInput {
  readonly publicationId: string;
  readonly send: boolean;
}
/** The clock of the node. */
interface Clock {
  readonly __typename: "Clock";
  /** Own publications that are signed for a time that no other node accepts yet. */
  readonly futurePosts: readonly string[];
  /** Whether it jumped ahead by more than a day, and nobody has said so far that it is right. */
  readonly isInDoubt: boolean;
  /** The last time before that jump. */
  readonly lastGood: string | null;
  readonly now: string;
}
interface Comment {
  readonly __typename: "Comment";
  readonly authType: CommentAuthType;
  /** The author's wallet. A mail address is never shown. */
  readonly authorAddress: Hex | null;
  readonly authorName: string;
  /** Markdown as it was written, plain text in a mention. Clients must make it safe. */
  readonly body: string;
  readonly createdAt: string;
  /** The stored name; null for none, and if the owner wants no names. */
  readonly ens: EnsName | null;
  readonly id: string;
  /** Where a mention comes from; null for a comment. */
  readonly mention: Mention | null;
  readonly publication: Publication | null;
  readonly publicationId: string;
  readonly state: CommentState;
  /** The second that is signed. */
  readonly timestamp: number;
}
/** How the author of a comment is identified. `WEBMENTION`: by nothing but a page of another site; nobody writes one here. */
type CommentAuthType = "EMAIL" | "ETHEREUM" | "WEBMENTION";
interface CommentConnection {
  readonly __typename: "CommentConnection";
  readonly edges: readonly CommentEdge[];
  readonly nodes: readonly Comment[];
  readonly pageInfo: PageInfo;
}
interface CommentCounts {
  readonly __typename: "CommentCounts";
  readonly held: number;
  readonly pending: number;
  readonly published: number;
  readonly rejected: number;
}
type CommentDestruction = "CONFIRMATION_MAILED" | "DESTROYED";
interface CommentEdge {
  readonly __typename: "CommentEdge";
  readonly cursor: string;
  readonly node: Comment;
}
type CommentState = "HELD" | "PENDING" | "PUBLISHED" | "REJECTED";
/** A blocked author of comments by mail or of mentions, or a blocked site. A mail address is never shown. */
interface CommenterBlock {
  readonly __typename: "CommenterBlock";
  /** The name on the comment that the author was blocked for; the host of a whole site. */
  readonly authorName: string;
  /** Only mentions of the author with this address are refused, as the site names them. Null: all of the site. */
  readonly authorUrl: string | null;
  readonly createdAt: string;
  readonly id: string;
  /** The owner's own note. */
  readonly reason: string | null;
  /** The host whose mentions are refused. Null for an author by mail. */
  readonly site: string | null;
}
interface CommenterBlockConnection {
  readonly __typename: "CommenterBlockConnection";
  readonly edges: readonly CommenterBlockEdge[];
  readonly nodes: readonly CommenterBlock[];
  readonly pageInfo: PageInfo;
}
interface CommenterBlockEdge {
  readonly __typename: "CommenterBlockEdge";
  readonly cursor: string;
  readonly node: CommenterBlock;
}
interface ConfirmClockInput {
  /** What it showed. */
  readonly now: string;
}
interface ConfirmCommentDeletionInput {
  readonly id: string;
  readonly token: string;
}
interface ConfirmCommentInput {
  readonly id: string;
  /** The token from the mail, or the wallet's signature. */
  readonly tokenOrSignature: string;
}
/** A follower or a followed node, and the health of the connection to it. */
interface ConnectedNode {
  readonly __typename: "ConnectedNode";
  readonly address: Hex;
  /** When this node last read the whole index of the other node. */
  readonly caughtUpAt: string | null;
  readonly createdAt: string;
  readonly description: string | null;
  /** The stored name; null for none, and if the owner wants no names. */
  readonly ens: EnsName | null;
  readonly failingSince: string | null;
  /** Failed calls of this node in a row. */
  readonly failures: number;
  readonly form: MessageForm | null;
  readonly health: ConnectionHealth;
  readonly heardAt: string | null;
  /** Whether the follower's signature is stored; false for a follow that was imported without it. The owner signs an own follow again with `connectionToSign` and `followNode`. */
  readonly isProven: boolean;
  /** Whether no more are stored: `replicasPerPeer` or `replicaBytesPerPeer` is used up. */
  readonly isQuotaFull: boolean;
  readonly lastError: string | null;
  readonly lastSuccessAt: string | null;
  readonly nextTryAt: string | null;
  /** Path of its picture on this node; null where one is drawn from the address. */
  readonly picture: string | null;
  readonly replicaBytes: number;
  /** The number of its publications on this node. */
  readonly replicas: number;
  readonly title: string;
  readonly url: string;
}
interface ConnectedNodeConnection {
  readonly __typename: "ConnectedNodeConnection";
  readonly edges: readonly ConnectedNodeEdge[];
  readonly nodes: readonly ConnectedNode[];
  readonly pageInfo: PageInfo;
}
interface ConnectedNodeEdge {
  readonly __typename: "ConnectedNodeEdge";
  readonly cursor: string;
  readonly node: ConnectedNode;
}
interface ConnectionCounts {
  readonly __typename: "ConnectionCounts";
  readonly blocked: number;
  readonly followers: number;
  readonly following: number;
}
interface ConnectionEndOutcome {
  readonly __typename: "ConnectionEndOutcome";
  readonly reason: string | null;
  readonly state: ConnectionEndState;
}
type ConnectionEndState = "ENDED" | "WAITING";
type ConnectionHealth = "FAILING" | "HEALTHY";
/** The owner's side of a follow. */
type ConnectionSide = "FOLLOWEE" | "FOLLOWER";
interface CreateBlockInput {
  readonly address: string;
  /** The signed messages from `blockToSign`. */
  readonly messages?: readonly SignedMessageInput[] | null | undefined;
  readonly reason?: string | null | undefined;
}
interface CreateCommentInput {
  readonly authType: CommentAuthType;
  /** A mail address, or an Ethereum address. */
  readonly authorId: string;
  /** Optional for a wallet. */
  readonly authorName?: string | null | undefined;
  /** Markdown. */
  readonly body: string;
  readonly publicationId: string;
}
interface CreateCommenterBlockInput {
  /** A comment of this author. */
  readonly commentId: string;
  readonly reason?: string | null | undefined;
  /** Of a mention: refuse all of its site, whoever it names as the author. It is so anyway where it names nobody elsewhere. */
  readonly wholeSite?: boolean | null | undefined;
}
interface CreatePasskeyInput {
  /** The owner's own name for it. */
  readonly label: string;
  /** The new credential, as its `toJSON`. */
  readonly response: unknown;
}
interface CreatePublicationInput {
  /** The Markdown of a post; send a long one as a file. */
  readonly body?: string | null | undefined;
  /** The caption of a file. */
  readonly description?: string | null | undefined;
  /** The bytes of a file, or of a post. */
  readonly file?: Blob | null | undefined;
  /** Whether a picture is published with its location and camera data, as it is. They are removed by default. */
  readonly keepMetadata?: boolean | null | undefined;
  readonly slug?: string | null | undefined;
  /** LOCAL by default. */
  readonly state?: OpenPublicationState | null | undefined;
  /** Whether to take over a slug that was the address of another publication (SLUG_TAKEN with the reason OLD_ADDRESS). Only a session may. */
  readonly takeSlug?: boolean | null | undefined;
  readonly type: PublicationType;
}
interface CreateSubscriberInput {
  /** When and how the reader agreed. */
  readonly consent?: string | null | undefined;
  readonly email: string;
}
interface CreateWebhookInput {
  /** One or more of publication.signed, publication.replicated, follower.created, follower.removed, comment.confirmed, peer.failing. */
  readonly events: readonly string[];
  /** https, without a password. */
  readonly url: string;
}
/** A comment that is hidden until its author confirms it. */
interface CreatedComment {
  readonly __typename: "CreatedComment";
  readonly comment: Comment;
  /** What the wallet signs for `confirmComment`; null for a comment by mail. */
  readonly typedData: unknown | null;
}
interface CreatedWebhook {
  readonly __typename: "CreatedWebhook";
  readonly id: string;
  /** It signs the webhook's messages; it is shown only once. */
  readonly secret: string;
}
/** The state of the daily backups that the node makes by itself. */
interface DailyBackups {
  readonly __typename: "DailyBackups";
  /** Why the last backup failed; the node tries again within the hour. */
  readonly failure: FailedBackup | null;
  /** The number of stored backups; 0 where none is made. */
  readonly kept: number;
  /** The newest. */
  readonly last: KeptBackup | null;
}
interface DeclineProposalInput {
  readonly id: string;
  readonly reason?: string | null | undefined;
}
type DeliveryAnswer = "ACCEPTED" | "HAS";
type DeliveryState = "DONE" | "EXPIRED" | "PENDING" | "REFUSED";
interface DestroyBlockInput {
  readonly address: string;
}
interface DestroyCommentInput {
  /** The mail address of the comment's author. */
  readonly email?: string | null | undefined;
  readonly id: string;
  /** The wallet's signature of `commentDeletionToSign`. */
  readonly signature?: string | null | undefined;
}
interface DestroyCommenterBlockInput {
  readonly id: string;
}
interface DestroyConnectionInput {
  /** The signed message from `connectionEndToSign`. */
  readonly message: SignedMessageInput;
}
interface DestroyPasskeyInput {
  readonly id: string;
}
interface DestroyPublicationInput {
  readonly id: string;
  /** Whether to delete the files that it refers to with it, where nothing else does. Only a session may. */
  readonly withFiles?: boolean | null | undefined;
}
interface DestroySubscriberInput {
  readonly email?: string | null | undefined;
  readonly id?: string | null | undefined;
}
interface DestroyTemplateInput {
  readonly name: string;
}
interface DestroyWebhookInput {
  readonly id: string;
}
/** A deleted publication. */
interface Destroyed {
  readonly __typename: "Destroyed";
  /** The files that were deleted with it. */
  readonly files: readonly string[];
  readonly id: string;
}
/** The result of one check, and the one thing to do where something is wrong. */
interface DiagnosisCheck {
  readonly __typename: "DiagnosisCheck";
  readonly advice: string | null;
  readonly adviceParts: readonly SentencePart[];
  readonly area: CheckArea;
  readonly finding: string;
  readonly findingParts: readonly SentencePart[];
  /** It never changes: `outside.dns`. */
  readonly id: string;
  readonly state: CheckState;
}
interface DiscardImportInput {
  readonly id: string;
}
interface DropSetAsideInput {
  readonly id: string;
}
interface EnableWebhookInput {
  readonly id: string;
}
interface EndedFollow {
  readonly __typename: "EndedFollow";
  readonly followeeAddress: Hex;
  readonly followerAddress: Hex;
  /** Whether this node notifies the other node. */
  readonly isNotified: boolean;
}
/** The verified name of an address in ENS. It may change at any time. */
interface EnsName {
  readonly __typename: "EnsName";
  readonly name: string;
  /** Path of its picture on this node; null for none. */
  readonly picture: string | null;
}
interface FailedBackup {
  readonly __typename: "FailedBackup";
  readonly at: string;
  readonly reason: string;
}
/** An RSS, Atom or JSON feed that the owner reads. Nothing in it is signed, and this node shows it to the owner alone. */
interface Feed {
  readonly __typename: "Feed";
  readonly createdAt: string;
  /** Failures in a row. */
  readonly failures: number;
  /** When its server last answered. */
  readonly fetchedAt: string | null;
  /** Its folder in the OPML file that it came from. */
  readonly folder: string | null;
  readonly id: string;
  readonly lastError: string | null;
  /** When it is asked again; null for one that is gone for good. */
  readonly nextFetchAt: string | null;
  /** The page that it is the feed of. */
  readonly siteUrl: string | null;
  readonly title: string;
  readonly url: string;
}
/** An entry of a feed. Nobody signed it: it is what a server sent. */
interface FeedEntry {
  readonly __typename: "FeedEntry";
  readonly author: string | null;
  readonly feed: Feed;
  readonly fileType: string | null;
  /** A file beside it, as the sound of a podcast, at its own server. */
  readonly fileUrl: string | null;
  /** Its beginning, or all of it, as safe HTML in which nothing is loaded from elsewhere. */
  readonly html: Field<{
    readonly isWhole?: boolean | null | undefined;
  }, string | null>;
  readonly id: string;
  /** When it was published as the feed says it, and never later than when it was first seen. */
  readonly publishedAt: string;
  /** Plain text; empty without. */
  readonly title: string;
  readonly url: string | null;
}
/** A feed that a page names. */
interface FeedLink {
  readonly __typename: "FeedLink";
  readonly title: string;
  readonly url: string;
}
/** A feed as it describes itself, before it is followed. */
interface FeedPreview {
  readonly __typename: "FeedPreview";
  readonly description: string;
  readonly isFollowed: boolean;
  /** The titles of its newest entries. */
  readonly newest: readonly string[];
  /** Other feeds of the same page. */
  readonly others: readonly FeedLink[];
  readonly siteUrl: string | null;
  readonly title: string;
  readonly url: string;
}
interface FetchFeedInput {
  readonly id: string;
}
/** A public file of the owner that a post refers to. */
interface FileOfPost {
  readonly __typename: "FileOfPost";
  /** Whether another post or draft, or the profile, refers to it, too. */
  readonly isShared: boolean;
  readonly publication: Publication;
}
interface FollowNodeInput {
  /** The signed message from `connectionToSign`. */
  readonly message: SignedMessageInput;
}
interface FollowOutcome {
  readonly __typename: "FollowOutcome";
  readonly reason: string | null;
  readonly state: FollowState;
}
type FollowState = "FOLLOWING" | "WAITING";
/** The delivery of a publication to one follower. */
interface FollowerDelivery {
  readonly __typename: "FollowerDelivery";
  /** What it last answered to the proof; null where it was not told, or its answer was not written down. */
  readonly answer: DeliveryAnswer | null;
  readonly answeredAt: string | null;
  readonly attempts: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** The id of the outbox entry. */
  readonly id: string;
  readonly nextTryAt: string | null;
  readonly peerAddress: Hex;
  readonly peerTitle: string | null;
  readonly peerUrl: string | null;
  /** Why it waits, or why it ended so. */
  readonly reason: string | null;
  readonly state: DeliveryState;
}
interface FollowerDeliveryConnection {
  readonly __typename: "FollowerDeliveryConnection";
  readonly edges: readonly FollowerDeliveryEdge[];
  readonly nodes: readonly FollowerDelivery[];
  readonly pageInfo: PageInfo;
}
interface FollowerDeliveryEdge {
  readonly __typename: "FollowerDeliveryEdge";
  readonly cursor: string;
  readonly node: FollowerDelivery;
}
interface FollowerNode {
  readonly __typename: "FollowerNode";
  readonly address: Hex;
  readonly title: string;
  readonly url: string;
}
interface Found {
  readonly __typename: "Found";
  /** Of the publication, or of the comment. */
  readonly id: string;
  readonly kind: FoundKind;
  /** The publication, or the one that the comment belongs to. */
  readonly publication: Publication | null;
  /** 1 for the best. */
  readonly rank: number;
  readonly snippet: readonly SnippetPart[];
  readonly title: string;
}
interface FoundConnection {
  readonly __typename: "FoundConnection";
  readonly edges: readonly FoundEdge[];
  readonly nodes: readonly Found[];
  readonly pageInfo: PageInfo;
}
interface FoundEdge {
  readonly __typename: "FoundEdge";
  readonly cursor: string;
  readonly node: Found;
}
type FoundKind = "COMMENT" | "PUBLICATION";
interface GenerateIntegrationTokenInput {
  /** Null: until it is revoked. */
  readonly expiresInSeconds?: number | null | undefined;
  /** The owner's own name for it. */
  readonly label: string;
  /** One or more of read:timeline, draft:publications, propose:publications, create:publications, update:publications, delete:publications, sign:publications, manage:comments, manage:connections, manage:settings. */
  readonly scopes: readonly string[];
}
interface ImportCounts {
  readonly __typename: "ImportCounts";
  readonly comments: number;
  readonly devices: number;
  readonly drafts: number;
  readonly files: number;
  readonly followers: number;
  readonly following: number;
  readonly pages: number;
  readonly posts: number;
  readonly redirects: number;
  readonly replicas: number;
  readonly settings: number;
}
interface ImportEntry {
  readonly __typename: "ImportEntry";
  readonly kind: string;
  readonly title: string;
  readonly writtenAt: string | null;
}
interface ImportFeedInput {
  readonly url: string;
}
interface ImportFeedsInput {
  readonly opml: string;
}
/** A file or a feed that the owner imports in the dashboard. There is one at a time. */
interface ImportJob {
  readonly __typename: "ImportJob";
  readonly done: number;
  readonly error: string | null;
  /** The program that wrote the file, once it is recognised. */
  readonly format: string | null;
  readonly id: string;
  readonly name: string;
  readonly report: ImportReport | null;
  /** Bytes. */
  readonly size: number;
  readonly state: ImportJobState;
  /** Null as long as it is not known. */
  readonly total: number | null;
  readonly url: string | null;
}
type ImportJobState = "CHECKED" | "CHECKING" | "FAILED" | "IMPORTED" | "IMPORTING" | "STOPPED";
interface ImportNote {
  readonly __typename: "ImportNote";
  readonly what: string;
  readonly why: string;
}
interface ImportReason {
  readonly __typename: "ImportReason";
  readonly count: number;
  readonly state: ImportReasonState;
  readonly why: string;
}
type ImportReasonState = "DRAFT" | "LEFT_OUT" | "PUBLIC";
/** The result of an import or of its dry run. Its lists have the first hundred entries. */
interface ImportReport {
  readonly __typename: "ImportReport";
  readonly earliest: string | null;
  /** The first posts. */
  readonly entries: readonly ImportEntry[];
  /** Whether it is an export of Freehold, and nothing shows that the owner made it. */
  readonly isUnproven: boolean;
  /** Entries that exist here already. */
  readonly known: ImportCounts;
  readonly latest: string | null;
  /** Entries that are left out on purpose. */
  readonly leftOut: number;
  /** Missing pictures that have an https address. */
  readonly missing: number;
  /** What is missing or changed. */
  readonly noted: number;
  readonly notes: readonly ImportNote[];
  /** Why new entries are public, drafts or left out. */
  readonly reasons: readonly ImportReason[];
  readonly refusals: readonly ImportNote[];
  /** Entries that can't be imported. */
  readonly refused: number;
  /** Somebody else who signed the list of its files. */
  readonly signedBy: Hex | null;
  /** New here. */
  readonly taken: ImportCounts;
  /** Drafts of which nothing says that they are public. */
  readonly unsaid: number;
  /** The first ten titles of those. */
  readonly unsaidTitles: readonly string[];
}
interface ImportSubscribersInput {
  /** The owner's word that all agreed; without it each gets a link to confirm. */
  readonly confirmed: boolean;
  readonly csv: string;
}
interface ImportedSubscribers {
  readonly __typename: "ImportedSubscribers";
  readonly added: number;
  /** Lines without a mail address. */
  readonly invalid: number;
  readonly known: number;
  /** They left here, or the file says that they want no mails. */
  readonly refused: number;
}
interface ImportedToSign {
  readonly __typename: "ImportedToSign";
  /** Those of them that followers are to be notified of. */
  readonly announcedIds: readonly string[];
  /** All posts and files that were imported, are on the site, and are not signed. */
  readonly count: number;
  /** The earliest of them, as many as are signed at once. */
  readonly ids: readonly string[];
}
interface IntegrationToken {
  readonly __typename: "IntegrationToken";
  readonly details: Token;
  /** It is shown only once. */
  readonly token: string;
}
interface KeptBackup {
  readonly __typename: "KeptBackup";
  readonly bytes: number;
  readonly madeAt: string;
}
interface LastDiagnosis {
  readonly __typename: "LastDiagnosis";
  readonly at: string;
  /** The number of checks that failed. */
  readonly failed: number;
}
interface MarkNotificationsReadInput {
  /** The newest one that was seen. */
  readonly upTo: string;
}
interface MarkSavedInput {
  readonly id: string;
  readonly isDone: boolean;
}
/** A mention of a post by a page of another site (Webmention). Nobody signed it. */
interface Mention {
  readonly __typename: "Mention";
  /** What the page names as its author's home, https. */
  readonly authorUrl: string | null;
  readonly kind: MentionKind;
  /** The page, https. */
  readonly source: string;
  /** The author's home on another host than the page: limits and a block are for this author alone. Null: they are for the whole site. */
  readonly speaker: string | null;
}
/** What a page does with the post, as its microformats say. */
type MentionKind = "BOOKMARK" | "LIKE" | "MENTION" | "REPLY" | "REPOST";
/** The protocol's own form of a message, or the form of the reference implementation. */
type MessageForm = "BASELINE" | "REFERENCE";
/** A message for a wallet to sign (EIP-712). Send it back unchanged, with the signature. */
interface MessageToSign {
  readonly __typename: "MessageToSign";
  readonly form: MessageForm;
  readonly typedData: unknown;
}
/** Data in a picture beside what it shows. */
type MetadataKind = "APPENDED" | "CAMERA" | "LOCATION" | "OTHER" | "PREVIEW" | "TEXT";
interface ModerateCommentInput {
  readonly approve: boolean;
  readonly id: string;
}
interface ModerateCommentsInput {
  /** Up to 100. */
  readonly ids: readonly string[];
  readonly state: ModeratedCommentState;
}
type ModeratedCommentState = "HELD" | "PUBLISHED" | "REJECTED";
/** What can be done. */
interface Mutation {
  readonly __typename: "Mutation";
  /** Publishes the owner's answer on the same publication, and the comment, too, where it waits for the owner. */
  readonly answerComment: Field<{
    readonly input: AnswerCommentInput;
  }, Comment | null>;
  /** Stores a picture for a draft of this program. It is published with the text that shows it. */
  readonly attachPicture: Field<{
    readonly input: AttachPictureInput;
  }, AttachedPicture | null>;
  /** Sends the current profile to every connected node. */
  readonly broadcastProfileUpdate: Field<{
    readonly input: BroadcastProfileUpdateInput;
  }, UpdatedProfile | null>;
  /** Asks followers who were told of a publication whether they have it, by sending the proof once more: up to fifty, those who have not said so first. */
  readonly checkReceipts: Field<{
    readonly input: CheckReceiptsInput;
  }, readonly CheckedReceipt[] | null>;
  /** Says whether a post goes to the readers by mail. A draft goes out when it is published, a published post now. */
  readonly chooseNewsletter: Field<{
    readonly input: ChooseNewsletterInput;
  }, NewsletterIssue | null>;
  /** Says that the clock is right, after it jumped ahead. */
  readonly confirmClock: Field<{
    readonly input: ConfirmClockInput;
  }, boolean | null>;
  readonly confirmComment: Field<{
    readonly input: ConfirmCommentInput;
  }, Comment | null>;
  readonly confirmCommentDeletion: Field<{
    readonly input: ConfirmCommentDeletionInput;
  }, boolean | null>;
  /** Blocks an address. Returns the follows that ended. */
  readonly createBlock: Field<{
    readonly input: CreateBlockInput;
  }, readonly EndedFollow[] | null>;
  readonly createComment: Field<{
    readonly input: CreateCommentInput;
  }, CreatedComment | null>;
  /** Blocks the author of a comment by mail or of a mention from commenting. Authors with a wallet are blocked by address. */
  readonly createCommenterBlock: Field<{
    readonly input: CreateCommenterBlockInput;
  }, string | null>;
  /** Makes a visitor follow this node: the signature is the permission. Returns the follower's node after both nodes have the follow. */
  readonly createConnection: Field<{
    readonly signature: string;
    readonly typedData: unknown;
  }, FollowerNode | null>;
  /** It needs a sign-in of the last ten minutes: REAUTHENTICATION_REQUIRED otherwise. */
  readonly createPasskey: Field<{
    readonly input: CreatePasskeyInput;
  }, Passkey | null>;
  /** Publishes on the owner's site, or saves a draft. Signing is a separate step. */
  readonly createPublication: Field<{
    readonly input: CreatePublicationInput;
  }, Publication | null>;
  /** Adds a reader who asked the owner for it. */
  readonly createSubscriber: Field<{
    readonly input: CreateSubscriberInput;
  }, Subscriber | null>;
  readonly createWebhook: Field<{
    readonly input: CreateWebhookInput;
  }, CreatedWebhook | null>;
  /** Declines a proposal. The draft stays until it is deleted; its program reads the reason. */
  readonly declineProposal: Field<{
    readonly input: DeclineProposalInput;
  }, AgentDraft | null>;
  /** Unblocks an address. Returns whether it was blocked. */
  readonly destroyBlock: Field<{
    readonly input: DestroyBlockInput;
  }, boolean | null>;
  /** Deletes a comment: for callers who may manage comments, or for its author with a proof. */
  readonly destroyComment: Field<{
    readonly input: DestroyCommentInput;
  }, CommentDestruction | null>;
  /** Unblocks an author. Returns whether the author was blocked. */
  readonly destroyCommenterBlock: Field<{
    readonly input: DestroyCommenterBlockInput;
  }, boolean | null>;
  /** Ends a follow, from either side. */
  readonly destroyConnection: Field<{
    readonly input: DestroyConnectionInput;
  }, ConnectionEndOutcome | null>;
  /** Removes a passkey. Sessions go on. */
  readonly destroyPasskey: Field<{
    readonly input: DestroyPasskeyInput;
  }, boolean | null>;
  /** Deletes a publication here. Copies of a signed one on other nodes stay. Only a session can delete drafts. */
  readonly destroyPublication: Field<{
    readonly input: DestroyPublicationInput;
  }, Destroyed | null>;
  /** Deletes a reader by id or address. Returns whether there was one. */
  readonly destroySubscriber: Field<{
    readonly input: DestroySubscriberInput;
  }, boolean | null>;
  /** Deletes a template. Returns whether it was there. */
  readonly destroyTemplate: Field<{
    readonly input: DestroyTemplateInput;
  }, boolean | null>;
  readonly destroyWebhook: Field<{
    readonly input: DestroyWebhookInput;
  }, boolean | null>;
  /** Removes the file and the report, and ends the import. Imported posts stay. */
  readonly discardImport: Field<{
    readonly input: DiscardImportInput;
  }, boolean | null>;
  /** Gives it up: it ends as refused, and a feed is not read any more. */
  readonly dropSetAside: Field<{
    readonly input: DropSetAsideInput;
  }, boolean | null>;
  /** Enables a webhook again: resets its failures and sends waiting events now. */
  readonly enableWebhook: Field<{
    readonly input: EnableWebhookInput;
  }, boolean | null>;
  /** Has a feed asked now, also one that is gone. */
  readonly fetchFeed: Field<{
    readonly input: FetchFeedInput;
  }, boolean | null>;
  /** Makes the owner follow another node. */
  readonly followNode: Field<{
    readonly input: FollowNodeInput;
  }, FollowOutcome | null>;
  /** Makes a token for a program. It needs a sign-in of the last ten minutes: REAUTHENTICATION_REQUIRED otherwise. */
  readonly generateIntegrationToken: Field<{
    readonly input: GenerateIntegrationTokenInput;
  }, IntegrationToken | null>;
  /** Starts the dry run of the feed at an https address, or of a feed that the page there names. */
  readonly importFeed: Field<{
    readonly input: ImportFeedInput;
  }, ImportJob | null>;
  /** Follows the feeds of an OPML file. They are asked one after another. */
  readonly importFeeds: Field<{
    readonly input: ImportFeedsInput;
  }, OpmlReport | null>;
  /** Adds readers from a table (CSV) with a column email. */
  readonly importSubscribers: Field<{
    readonly input: ImportSubscribersInput;
  }, ImportedSubscribers | null>;
  /** Marks a notification and all older ones as read. Returns how many were unread. */
  readonly markNotificationsRead: Field<{
    readonly input: MarkNotificationsReadInput;
  }, number | null>;
  /** Marks a kept text as read, or as to be read again. */
  readonly markSaved: Field<{
    readonly input: MarkSavedInput;
  }, boolean | null>;
  /** Publishes or hides a comment. */
  readonly moderateComment: Field<{
    readonly input: ModerateCommentInput;
  }, Comment | null>;
  /** Moves several comments to a state, all of them or none. */
  readonly moderateComments: Field<{
    readonly input: ModerateCommentsInput;
  }, readonly Comment[] | null>;
  /** Opens or closes the comments of one publication. Existing comments stay. */
  readonly openComments: Field<{
    readonly input: OpenCommentsInput;
  }, boolean | null>;
  /** Changes how the owner's site shows a post in any state: nothing of this is signed. Only a session can change drafts. */
  readonly presentPublication: Field<{
    readonly input: PresentPublicationInput;
  }, Publication | null>;
  /** Proposes a draft of this program to the owner, who signs and publishes, or declines. */
  readonly proposeDraft: Field<{
    readonly input: ProposeDraftInput;
  }, AgentDraft | null>;
  /** Removes the location, camera data and the like of a picture that is not signed. Its hash changes; unsigned posts that show it follow. PICTURE_SIGNED for one that is signed, or that a signed post shows. */
  readonly removePictureMetadata: Field<{
    readonly input: RemovePictureMetadataInput;
  }, Publication | null>;
  readonly removeSaved: Field<{
    readonly input: RemoveSavedInput;
  }, boolean | null>;
  /** Takes a mail that came back: a delivery report (RFC 3464) as it arrived. */
  readonly reportBounce: Field<{
    readonly input: ReportBounceInput;
  }, BounceResult | null>;
  /** Ends the pause of a reader whose mails came back. */
  readonly resumeSubscriber: Field<{
    readonly input: ResumeSubscriberInput;
  }, Subscriber | null>;
  readonly retryOutboxEntry: Field<{
    readonly input: RetryOutboxEntryInput;
  }, boolean | null>;
  /** Retries all unfinished deliveries of a publication now. Returns how many. */
  readonly retryPublicationDelivery: Field<{
    readonly input: RetryPublicationDeliveryInput;
  }, number | null>;
  /** Tries it again, in a process beside the node. */
  readonly retrySetAside: Field<{
    readonly input: RetrySetAsideInput;
  }, boolean | null>;
  /** Ends a session or an integration token: the next request with it is refused. */
  readonly revokeToken: Field<{
    readonly input: RevokeTokenInput;
  }, boolean | null>;
  /** Writes a draft of this program, which only the owner can publish. */
  readonly saveAgentDraft: Field<{
    readonly input: SaveAgentDraftInput;
  }, AgentDraft | null>;
  /** Saves the text of an editor while the owner writes. */
  readonly saveDraft: Field<{
    readonly input: SaveDraftInput;
  }, Publication | null>;
  /** Keeps a publication or an entry of a feed to be read later, with a copy of its text. */
  readonly saveForLater: Field<{
    readonly input: SaveForLaterInput;
  }, ReadLaterText | null>;
  /** Moves the place up to which the owner has read; never back. */
  readonly saveReadPosition: Field<{
    readonly input: SaveReadPositionInput;
  }, ReadPosition | null>;
  /** Saves a template; one with the same name is replaced. */
  readonly saveTemplate: Field<{
    readonly input: SaveTemplateInput;
  }, Template | null>;
  /** Publishes a draft on the owner's site at a given time. It is not signed. */
  readonly schedulePublication: Field<{
    readonly input: SchedulePublicationInput;
  }, Publication | null>;
  /** Sends a published post as a mail to one address. */
  readonly sendNewsletterTest: Field<{
    readonly input: SendNewsletterTestInput;
  }, boolean | null>;
  /** Signs the earliest imported posts and files with the key of the node, up to a hundred. Returns how many; 0 when all are signed. */
  readonly signImported: Field<{
    readonly input: SignImportedInput;
  }, number | null>;
  readonly signInWithEthereum: Field<{
    readonly input: SignInWithEthereumInput;
  }, Session | null>;
  /** Opens a session as `signInWithEthereum` does. Posts are signed by the owner's key alone. */
  readonly signInWithPasskey: Field<{
    readonly input: SignInWithPasskeyInput;
  }, Session | null>;
  /** Ends the session of this request. */
  readonly signOut: boolean | null;
  /** Signs a publication with the owner's signed message from `publicationsToSign`. */
  readonly signPublication: Field<{
    readonly input: SignPublicationInput;
  }, SignedPublication | null>;
  /** Signs several in the given order, all of them or none. */
  readonly signPublications: Field<{
    readonly input: SignPublicationsInput;
  }, readonly SignedPublication[] | null>;
  /** Starts the import after its dry run, or continues it. Followers are not notified. */
  readonly startImport: Field<{
    readonly input: StartImportInput;
  }, ImportJob | null>;
  /** Stops the import. Imported posts stay. */
  readonly stopImport: Field<{
    readonly input: StopImportInput;
  }, ImportJob | null>;
  /** Stops the mails of a post that wait. */
  readonly stopNewsletter: Field<{
    readonly input: StopNewsletterInput;
  }, NewsletterIssue | null>;
  /** Follows the feed at an address, with its entries so far. */
  readonly subscribeFeed: Field<{
    readonly input: SubscribeFeedInput;
  }, Feed | null>;
  /** Starts to send notifications to one of the owner's devices by web push. */
  readonly subscribeNotification: Field<{
    readonly input: SubscribeNotificationInput;
  }, boolean | null>;
  /** Ends a follow of a feed. Its entries go; what is kept to be read later stays. */
  readonly unsubscribeFeed: Field<{
    readonly input: UnsubscribeFeedInput;
  }, boolean | null>;
  /** Stops notifications to a device. Returns whether it had a subscription. */
  readonly unsubscribeNotification: Field<{
    readonly input: UnsubscribeNotificationInput;
  }, boolean | null>;
  readonly updateAvatar: Field<{
    readonly input: UpdateAvatarInput;
  }, Profile | null>;
  readonly updateProfile: Field<{
    readonly input: UpdateProfileInput;
  }, UpdatedProfile | null>;
  /** Changes a draft or a local publication; a signed one never changes. Only a session can change drafts. */
  readonly updatePublication: Field<{
    readonly input: UpdatePublicationInput;
  }, Publication | null>;
  readonly updateSettings: Field<{
    readonly input: UpdateSettingsInput;
  }, Settings | null>;
  /** Makes drafts again of the publications that are signed for a future time. Returns the ids of the drafts. */
  readonly withdrawFuturePosts: Field<{
    readonly input: WithdrawFuturePostsInput;
  }, readonly string[] | null>;
  /** Takes a proposal of this program back, so that it can be changed. */
  readonly withdrawProposal: Field<{
    readonly input: WithdrawProposalInput;
  }, AgentDraft | null>;
  /** Begins a new version of a signed post: a draft with its text, and a link to it in the last line. Publish it as any draft. */
  readonly writeNewVersion: Field<{
    readonly input: WriteNewVersionInput;
  }, Publication | null>;
}
interface Newsletter {
  readonly __typename: "Newsletter";
  readonly active: number;
  /** Whether it is switched on, and mail is set up. */
  readonly isReady: boolean;
  /** Readers who confirmed in the last 30 days. */
  readonly joined: number;
  /** Readers who left in the last 30 days. */
  readonly left: number;
  readonly paused: number;
  readonly pending: number;
}
/** A post that goes out by mail. */
interface NewsletterIssue {
  readonly __typename: "NewsletterIssue";
  readonly bounced: number;
  /** Mails that the mail server took and that did not come back. */
  readonly delivered: number;
  /** Mails that were refused for their text, or given up. */
  readonly failed: number;
  readonly finishedAt: string | null;
  readonly id: string;
  readonly publicationId: string;
  readonly recipients: number;
  /** Mails that were not sent: to readers who left meanwhile, or after a stop. 0 until it is over. */
  readonly skipped: number;
  readonly startedAt: string | null;
  readonly state: NewsletterIssueState;
  /** The first words of the post, where it has no title. */
  readonly title: string;
}
interface NewsletterIssueConnection {
  readonly __typename: "NewsletterIssueConnection";
  readonly edges: readonly NewsletterIssueEdge[];
  readonly nodes: readonly NewsletterIssue[];
  readonly pageInfo: PageInfo;
}
interface NewsletterIssueEdge {
  readonly __typename: "NewsletterIssueEdge";
  readonly cursor: string;
  readonly node: NewsletterIssue;
}
type NewsletterIssueState = "CHOSEN" | "DECLINED" | "DONE" | "SENDING" | "STOPPED" | "WRITING";
interface NodeStatus {
  readonly __typename: "NodeStatus";
  readonly ewpVersion: string;
  readonly installed: boolean;
  readonly installedAt: string | null;
  /** The newest version of Freehold, if it is newer than this node's. */
  readonly newerVersion: string | null;
  readonly outbox: OutboxCounts | null;
}
/** An event that the owner was notified of. */
interface Notification {
  readonly __typename: "Notification";
  /** The comment that it is about; null for another type, and for one that was deleted. */
  readonly comment: Comment | null;
  readonly createdAt: string;
  /** The properties of an event of this type; a webhook gets the same. */
  readonly data: unknown;
  readonly id: string;
  readonly readAt: string | null;
  readonly type: NotificationType;
}
interface NotificationConnection {
  readonly __typename: "NotificationConnection";
  readonly edges: readonly NotificationEdge[];
  readonly nodes: readonly Notification[];
  readonly pageInfo: PageInfo;
}
interface NotificationEdge {
  readonly __typename: "NotificationEdge";
  readonly cursor: string;
  readonly node: Notification;
}
type NotificationType = "CLOCK" | "COMMENT" | "DAMAGED_CONTENT" | "FAILED_BACKUP" | "FAILED_PEER" | "FAILED_WEBHOOK" | "FOLLOWER" | "PEER_WARNING" | "PROPOSAL" | "SET_ASIDE" | "SIGN_IN" | "VISITOR";
interface OpenCommentsInput {
  readonly open: boolean;
  readonly publicationId: string;
}
/** The states of unsigned publications. */
type OpenPublicationState = "DRAFT" | "LOCAL";
interface OpmlReport {
  readonly __typename: "OpmlReport";
  readonly added: number;
  /** They were followed already. */
  readonly known: number;
  /** The first addresses that can't be asked: not https, or beyond the limit. */
  readonly refused: readonly string[];
  readonly refusedCount: number;
}
interface OutboxConnection {
  readonly __typename: "OutboxConnection";
  readonly edges: readonly OutboxEdge[];
  readonly nodes: readonly OutboxEntry[];
  readonly pageInfo: PageInfo;
}
/** The number of outbox entries in each state. */
interface OutboxCounts {
  readonly __typename: "OutboxCounts";
  readonly done: number;
  readonly expired: number;
  readonly pending: number;
  readonly refused: number;
}
interface OutboxEdge {
  readonly __typename: "OutboxEdge";
  readonly cursor: string;
  readonly node: OutboxEntry;
}
/** A message for another node. */
interface OutboxEntry {
  readonly __typename: "OutboxEntry";
  readonly attempts: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly finishedAt: string | null;
  readonly id: string;
  readonly kind: OutboxKind;
  readonly lastError: string | null;
  readonly nextTryAt: string | null;
  readonly peerAddress: Hex;
  readonly peerTitle: string | null;
  readonly peerUrl: string | null;
  /** For kind PUBLICATION; null where it was deleted. */
  readonly publication: Publication | null;
  readonly state: DeliveryState;
  /** The id of the publication, or the key of the other message. */
  readonly subject: string;
}
type OutboxKind = "CONNECTION_CREATE" | "CONNECTION_DESTROY" | "PROFILE_UPDATE" | "PUBLICATION";
/** The position of a page in its list, as Relay's connections give it. */
interface PageInfo {
  readonly __typename: "PageInfo";
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
}
/** A passkey (WebAuthn), with which the owner signs in. It signs no posts. */
interface Passkey {
  readonly __typename: "Passkey";
  readonly createdAt: string;
  /** The host name at which it signs in. */
  readonly host: string;
  readonly id: string;
  /** The owner's name for it. */
  readonly label: string;
  readonly lastUsedAt: string | null;
}
/** Something that happened with another node. */
interface PeerEvent {
  readonly __typename: "PeerEvent";
  readonly createdAt: string;
  /** What changed, by its name. */
  readonly detail: unknown;
  readonly id: string;
  /** Whether it should not happen without the signature of the node's owner. */
  readonly isWarning: boolean;
  readonly kind: PeerEventKind;
  /** The signed message; null for what nobody signed. */
  readonly proof: unknown | null;
  /** Who signed it, checked again now. */
  readonly signedBy: Hex | null;
  /** The URL that it is about. */
  readonly url: string | null;
}
interface PeerEventConnection {
  readonly __typename: "PeerEventConnection";
  readonly edges: readonly PeerEventEdge[];
  readonly nodes: readonly PeerEvent[];
  readonly pageInfo: PageInfo;
}
interface PeerEventEdge {
  readonly __typename: "PeerEventEdge";
  readonly cursor: string;
  readonly node: PeerEvent;
}
type PeerEventKind = "BLOCKED" | "DENIED_FOLLOW" | "FOLLOWED_YOU" | "MET" | "MOVED" | "OLDER_PROFILE" | "OTHER_ADDRESS" | "OTHER_URL" | "PROFILE_READ" | "PROFILE_SIGNED" | "REACHABLE" | "REMOVED_YOU" | "TWO_URLS" | "UNBLOCKED" | "UNFOLLOWED_YOU" | "UNREACHABLE" | "YOU_FOLLOWED" | "YOU_REMOVED" | "YOU_UNFOLLOWED";
/** The message to sign for a follow, and the other node as it describes itself. */
interface PreparedConnection {
  readonly __typename: "PreparedConnection";
  readonly address: Hex;
  readonly description: string | null;
  readonly message: MessageToSign;
  /** A small picture as a data URI; null where there is none. */
  readonly picture: string | null;
  /** The number of publications in its index; null where it is unknown. */
  readonly publications: number | null;
  readonly title: string;
  /** The URL of the other node, as it is signed. */
  readonly url: string;
}
/** An absent field stays unchanged; null clears it. */
interface PresentPublicationInput {
  /** An own picture. It is published with the post. */
  readonly cover?: string | null | undefined;
  /** A summary in plain text, up to 500 characters. */
  readonly excerpt?: string | null | undefined;
  readonly id: string;
  /** A page such as About: in the menu, and in no list of posts. */
  readonly isPage?: boolean | null | undefined;
}
/** The profile of the owner and this node. */
interface Profile {
  readonly __typename: "Profile";
  readonly address: Hex;
  /** The URL of the avatar; null where there is none. */
  readonly avatarUrl: string | null;
  readonly createdAt: string;
  readonly description: string | null;
  /** The stored name; null for none, and if the owner wants no names. */
  readonly ens: EnsName | null;
  readonly ewpVersion: string;
  /** What was removed from the picture before it was stored, in the answer to `updateAvatar`; else empty. */
  readonly removedMetadata: readonly MetadataKind[];
  readonly title: string;
  readonly updatedAt: string;
  readonly url: string;
}
interface ProposeDraftInput {
  readonly id: string;
  /** What the owner should know. */
  readonly note?: string | null | undefined;
  readonly revision: number;
}
/** A post or a file of the owner or of a followed publisher. */
interface Publication {
  readonly __typename: "Publication";
  /** The Markdown of a post; null for a file. */
  readonly body: string | null;
  /** The number of published comments. */
  readonly commentCount: number;
  /** The published comments, oldest first; null where there can be none. */
  readonly comments: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, CommentConnection | null>;
  /** Whether this publication takes comments; see also the setting `allowComment`. */
  readonly commentsOpen: boolean;
  readonly contentHash: Hex;
  /** Path of its bytes on this node. Use the same cookie or token. */
  readonly contentPath: string;
  /** The picture above the text. A draft has a cover for the owner alone. */
  readonly cover: Publication | null;
  /** When it was created on this node or arrived here. */
  readonly createdAt: string;
  /** The caption of a file. */
  readonly description: string | null;
  /** The owner's own summary; null where the opening of the text stands for it. */
  readonly excerpt: string | null;
  /** The beginning of a post as safe HTML, with code, formulas and quotes as on the site; null for a file, and for a text that is too long. */
  readonly excerptHtml: string | null;
  readonly filename: string | null;
  readonly id: string;
  /** A page of the site such as About: in the menu, and in no list of posts. */
  readonly isPage: boolean;
  /** The pictures that a post names by their hash and that this node has, at `/api/contents/` and the hash. */
  readonly keptPictures: readonly Hex[];
  readonly mediaType: string;
  /** What a stored picture says beside what it shows, such as where it was taken; empty for everything else. */
  readonly metadata: readonly MetadataKind[];
  /** The date that readers of the owner's site see: of writing in another program, else of the first publication. Null for a draft, and for what others published. */
  readonly publishedAt: string | null;
  readonly publisherAddress: Hex;
  /** Path of the publisher's picture on this node; null where one is drawn from the address. */
  readonly publisherPicture: string | null;
  readonly publisherTitle: string | null;
  readonly publisherUrl: string | null;
  /** What was removed from a picture before it was hashed, in the answer to `createPublication` and `removePictureMetadata`; else empty. */
  readonly removedMetadata: readonly MetadataKind[];
  /** The newest version of this post; null where this is it. */
  readonly replacedBy: Publication | null;
  /** The version before this one, where it is on this node. */
  readonly replaces: Publication | null;
  /** Send it back with a change, so that no newer version is overwritten. */
  readonly revision: number;
  /** When a draft is published on the owner's site by itself. */
  readonly scheduledAt: string | null;
  /** What the pages that this post links to were told, in the order of its links. */
  readonly sentMentions: readonly SentMention[] | null;
  readonly signature: string | null;
  /** Bytes. */
  readonly size: number | null;
  readonly slug: string | null;
  readonly state: PublicationState;
  readonly tags: readonly string[];
  /** Of a picture; null for everything else. */
  readonly thumbnails: Thumbnails | null;
  /** The second that is signed; null until it is signed. */
  readonly timestamp: number | null;
  /** The heading or the first words of a post, or the name of a file; empty without. */
  readonly title: string;
  readonly type: PublicationType;
  /** The URL of its page; null for a draft. */
  readonly url: string | null;
  /** The published versions of this post, newest first, with this one; empty where it has one version. */
  readonly versions: readonly Publication[];
  /** When another program says that it was written, for what was imported; nobody signed that date. */
  readonly writtenAt: string | null;
}
interface PublicationConnection {
  readonly __typename: "PublicationConnection";
  readonly edges: readonly PublicationEdge[];
  readonly nodes: readonly Publication[];
  readonly pageInfo: PageInfo;
}
/** The followers that have a publication, and those that wait for it. */
interface PublicationDelivery {
  readonly __typename: "PublicationDelivery";
  readonly done: number;
  readonly expired: number;
  readonly followers: FollowerDeliveryConnection;
  readonly pending: number;
  readonly refused: number;
}
interface PublicationEdge {
  readonly __typename: "PublicationEdge";
  readonly cursor: string;
  readonly node: Publication;
}
type PublicationState = "DRAFT" | "LOCAL" | "SIGNED";
interface PublicationToSign {
  readonly __typename: "PublicationToSign";
  readonly id: string;
  readonly message: MessageToSign;
}
type PublicationType = "FILE" | "POST";
/** A browser that gets notifications by web push. */
interface PushDevice {
  readonly __typename: "PushDevice";
  readonly createdAt: string;
  /** A browser recognises its own subscription by it. */
  readonly endpoint: string;
  readonly id: string;
}
interface PushKeysInput {
  readonly auth: string;
  readonly p256dh: string;
}
/** What can be asked. */
interface Query {
  readonly __typename: "Query";
  /** A draft that this program wrote; for the owner, one of any program. */
  readonly agentDraft: Field<{
    readonly id: string;
  }, AgentDraft | null>;
  /** The drafts that this program wrote, newest first. A session has none. */
  readonly agentDrafts: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, AgentDraftConnection | null>;
  /** The messages that the owner may sign with a block, so that the other node learns that the follow ended. */
  readonly blockToSign: Field<{
    readonly address: string;
  }, readonly MessageToSign[] | null>;
  readonly blocks: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, BlockConnection | null>;
  /** Whether the node has the owner's key and its password. */
  readonly canNodeSign: boolean | null;
  readonly clock: Clock | null;
  /** The number of comments in each state. */
  readonly commentCounts: CommentCounts | null;
  /** The message that a comment's wallet signs for `destroyComment`. The author is not checked here. */
  readonly commentDeletionToSign: Field<{
    readonly authorAddress: string;
    readonly id: string;
  }, MessageToSign | null>;
  readonly commenterBlocks: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, CommenterBlockConnection | null>;
  /** Comments in every state, for moderators. */
  readonly comments: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** Newest first instead of oldest first. */
    readonly newestFirst?: boolean | null | undefined;
    /** Only on this publication. */
    readonly publicationId?: string | null | undefined;
    /** Only by the author of this comment. */
    readonly sameAuthorAs?: string | null | undefined;
    /** Only in these states. */
    readonly states?: readonly CommentState[] | null | undefined;
  }, CommentConnection | null>;
  /** The number of followers, followed nodes and blocked addresses. */
  readonly connectionCounts: ConnectionCounts | null;
  readonly connectionEndToSign: Field<{
    readonly address: string;
    readonly owner: ConnectionSide;
  }, MessageToSign | null>;
  /** Reads a node that the owner wants to follow. */
  readonly connectionToSign: Field<{
    readonly url: string;
  }, PreparedConnection | null>;
  readonly dailyBackups: DailyBackups | null;
  /** Checks everything that can be wrong with the node, like `freehold doctor`; takes up to 90 seconds. */
  readonly diagnosis: Field<{
    /** An address that the node may get: only the checks of an address run, for this one. */
    readonly url?: string | null | undefined;
  }, readonly DiagnosisCheck[] | null>;
  /** Finds the feed at an address: of a feed, or of a page that names one. */
  readonly feedPreview: Field<{
    readonly url: string;
  }, FeedPreview | null>;
  /** The feeds that the owner reads, by their titles. */
  readonly feeds: readonly Feed[] | null;
  /** The feeds and the followed nodes as OPML 2.0, for other readers. */
  readonly feedsAsOpml: string | null;
  /** The owner's public pictures and files that a post refers to: they stay public when it is deleted. */
  readonly filesOfPost: Field<{
    readonly id: string;
  }, readonly FileOfPost[] | null>;
  readonly followers: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, ConnectedNodeConnection | null>;
  readonly following: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, ConnectedNodeConnection | null>;
  /** What a browser needs to make a passkey, for `PublicKeyCredential.parseCreationOptionsFromJSON`: for five minutes and one passkey. It needs a sign-in of the last ten minutes: REAUTHENTICATION_REQUIRED otherwise. */
  readonly getNewPasskeyOptions: unknown | null;
  /** What a browser needs to sign in with a passkey, for `PublicKeyCredential.parseRequestOptionsFromJSON`: for five minutes and one sign-in. */
  readonly getPasskeyOptions: unknown | null;
  /** The message that the owner signs with `personal_sign` to sign in. It names the page that asks. */
  readonly getSiweMessage: Field<{
    readonly address: string;
  }, SiweMessage | null>;
  /** Whether the owner can sign in with a passkey at the host of the page that asks. */
  readonly hasPasskey: boolean | null;
  readonly importJob: ImportJob | null;
  /** What was imported from another program and can be signed, in the order in which it was written. */
  readonly importedToSign: ImportedToSign | null;
  /** What the last `diagnosis` without a URL found since the node was started. */
  readonly lastDiagnosis: LastDiagnosis | null;
  /** The owner's files in every state, newest first. */
  readonly media: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, PublicationConnection | null>;
  readonly newsletter: Newsletter | null;
  /** What was chosen for a post, and what came of it. */
  readonly newsletterIssue: Field<{
    readonly publicationId: string;
  }, NewsletterIssue | null>;
  /** The posts that went out, newest first. */
  readonly newsletterIssues: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, NewsletterIssueConnection | null>;
  readonly nodeStatus: NodeStatus | null;
  /** The newest first; the newest thousand are stored. */
  readonly notifications: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, NotificationConnection | null>;
  /** The messages for other nodes, newest first. */
  readonly outbox: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** Oldest first instead of newest first. */
    readonly oldestFirst?: boolean | null | undefined;
    readonly state?: DeliveryState | null | undefined;
  }, OutboxConnection | null>;
  /** Newest first. */
  readonly passkeys: readonly Passkey[] | null;
  /** What happened with a node, newest first; the newest two hundred events are stored. */
  readonly peerHistory: Field<{
    readonly address: string;
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, PeerEventConnection | null>;
  readonly profile: Profile | null;
  /** The number of nodes that get a changed profile: followers and followed nodes, each once. */
  readonly profileRecipients: number | null;
  /** A changed profile, in each form that a connected node understands. Sign all of them. */
  readonly profileToSign: Field<{
    /** Empty for no description. */
    readonly description?: string | null | undefined;
    readonly title?: string | null | undefined;
    readonly url?: string | null | undefined;
  }, readonly MessageToSign[] | null>;
  /** How many drafts of programs wait for the owner. */
  readonly proposalCount: number | null;
  /** The drafts of programs that wait for the owner, newest first. */
  readonly proposals: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
  }, AgentDraftConnection | null>;
  /** A publication by its id, slug or hash; null when there is none that the caller may see. */
  readonly publication: Field<{
    readonly contentHash?: string | null | undefined;
    readonly id?: string | null | undefined;
    readonly slug?: string | null | undefined;
  }, Publication | null>;
  readonly publicationDelivery: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    readonly id: string;
    /** Only in this state; the counts are of all states. */
    readonly state?: DeliveryState | null | undefined;
  }, PublicationDelivery | null>;
  /** The owner's publications, newest first. Only the owner can ask for drafts. */
  readonly publications: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** Only pages of the site, or only what is no page. */
    readonly isPage?: boolean | null | undefined;
    /** Signed or written then or later. */
    readonly since?: string | null | undefined;
    /** LOCAL and SIGNED by default. */
    readonly states?: readonly PublicationState[] | null | undefined;
    readonly tag?: string | null | undefined;
    readonly types?: readonly PublicationType[] | null | undefined;
    /** Signed or written before. */
    readonly until?: string | null | undefined;
    /** Also those that a newer version stands for. */
    readonly withReplaced?: boolean | null | undefined;
  }, PublicationConnection | null>;
  /** The messages that the owner signs for these publications, in the order of the index. A program must give the hash of each draft; where a hash is given and the text is another one, nothing is prepared. */
  readonly publicationsToSign: Field<{
    readonly contentHashes?: readonly string[] | null | undefined;
    readonly ids: readonly string[];
  }, readonly PublicationToSign[] | null>;
  /** The devices that get notifications by web push, oldest first. */
  readonly pushDevices: readonly PushDevice[] | null;
  /** The publications on this node that addresses in a text lead to. */
  readonly quoted: Field<{
    /** Up to 50. */
    readonly addresses: readonly string[];
  }, readonly Quoted[] | null>;
  /** What is to be read later, or what was read, newest first. */
  readonly readLater: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** What was read. */
    readonly isDone?: boolean | null | undefined;
  }, ReadLaterTextConnection | null>;
  readonly readPosition: ReadPosition | null;
  /** The timeline with the entries of feeds between the publications, newest first. A filter that no entry can pass leaves the publications. */
  readonly reading: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The entries of this feed alone. */
    readonly feed?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** Only pages of the site, or only what is no page. */
    readonly isPage?: boolean | null | undefined;
    readonly publisher?: string | null | undefined;
    /** Signed or written then or later. */
    readonly since?: string | null | undefined;
    /** LOCAL and SIGNED by default. */
    readonly states?: readonly PublicationState[] | null | undefined;
    readonly tag?: string | null | undefined;
    readonly types?: readonly PublicationType[] | null | undefined;
    /** Signed or written before. */
    readonly until?: string | null | undefined;
    /** Also those that a newer version stands for. */
    readonly withReplaced?: boolean | null | undefined;
  }, ReadingItemConnection | null>;
  /** An earlier text, by the id of the saved version. */
  readonly savedText: Field<{
    readonly id: string;
  }, SavedText | null>;
  /** The earlier texts of a post, newest first. */
  readonly savedVersions: Field<{
    readonly publicationId: string;
  }, readonly SavedVersion[] | null>;
  /** Words, "phrases", #tag, from:name, before:2026-01-31, and -word to exclude. Any text is a valid search. */
  readonly search: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    readonly query: string;
    /** Signed or written then or later. */
    readonly since?: string | null | undefined;
    /** Signed or written before. */
    readonly until?: string | null | undefined;
  }, FoundConnection | null>;
  /** The work that was set aside, oldest first. */
  readonly setAside: readonly SetAside[] | null;
  readonly settings: Settings | null;
  /** Readers by mail, newest first. */
  readonly subscribers: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** A part of the address. */
    readonly search?: string | null | undefined;
    readonly state?: SubscriberState | null | undefined;
  }, SubscriberConnection | null>;
  /** Hashtags and nodes that begin with a text; # asks only for hashtags, @ only for nodes. */
  readonly suggestions: Field<{
    readonly text: string;
  }, readonly Suggestion[] | null>;
  /** The owner's templates, by name. */
  readonly templates: readonly Template[] | null;
  /** The publications of the owner and of all followed publishers, newest first. */
  readonly timeline: Field<{
    /** The cursor after which the page begins. */
    readonly after?: string | null | undefined;
    /** The number of items, from 1 to 100. */
    readonly first?: number | undefined;
    /** Only pages of the site, or only what is no page. */
    readonly isPage?: boolean | null | undefined;
    readonly publisher?: string | null | undefined;
    /** Signed or written then or later. */
    readonly since?: string | null | undefined;
    /** LOCAL and SIGNED by default. */
    readonly states?: readonly PublicationState[] | null | undefined;
    readonly tag?: string | null | undefined;
    readonly types?: readonly PublicationType[] | null | undefined;
    /** Signed or written before. */
    readonly until?: string | null | undefined;
    /** Also those that a newer version stands for. */
    readonly withReplaced?: boolean | null | undefined;
  }, PublicationConnection | null>;
  /** Integration tokens, then sessions, each newest first. */
  readonly tokens: readonly Token[] | null;
  readonly unreadNotifications: number | null;
  /** The key with which a browser subscribes (`applicationServerKey`), in base64url. */
  readonly vapidPublicKey: string | null;
  readonly viewer: Viewer | null;
  /** The visitor with an address; null if not online. */
  readonly visitor: Field<{
    readonly address: string;
  }, Visitor | null>;
  /** Reads the node of a visitor who wants to follow this one. */
  readonly visitorConnectionToSign: Field<{
    readonly url: string;
  }, PreparedConnection | null>;
  /** The visitors who are online now. */
  readonly visitors: readonly Visitor[] | null;
  readonly webhooks: readonly Webhook[] | null;
}
/** The publication that an address in a text leads to. */
interface Quoted {
  readonly __typename: "Quoted";
  readonly address: string;
  readonly publication: Publication;
}
/** A text that the owner wants to read later, as it was when it was kept. */
interface ReadLaterText {
  readonly __typename: "ReadLaterText";
  /** The whole text as safe HTML. */
  readonly html: string | null;
  readonly id: string;
  readonly isDone: boolean;
  /** Whether it is a copy of a node's publication; a feed's entry is not signed. */
  readonly isSignedPost: boolean;
  readonly savedAt: string;
  /** The name of its publisher or feed. */
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly writtenAt: string;
}
interface ReadLaterTextConnection {
  readonly __typename: "ReadLaterTextConnection";
  readonly edges: readonly ReadLaterTextEdge[];
  readonly nodes: readonly ReadLaterText[];
  readonly pageInfo: PageInfo;
}
interface ReadLaterTextEdge {
  readonly __typename: "ReadLaterTextEdge";
  readonly cursor: string;
  readonly node: ReadLaterText;
}
/** Up to where the owner has read the timeline, on any device. */
interface ReadPosition {
  readonly __typename: "ReadPosition";
  /** Of the newest item that was read; null where none was. */
  readonly cursor: string | null;
  /** How many posts of others and entries are newer, up to 1,000. */
  readonly unread: number;
}
/** What the owner reads: a publication or an entry of a feed. One of both is null. */
interface ReadingItem {
  readonly __typename: "ReadingItem";
  /** Its place, for `saveReadPosition`. */
  readonly cursor: string;
  readonly entry: FeedEntry | null;
  readonly publication: Publication | null;
  /** Of its copy among what is to be read later; null where it is not there. */
  readonly savedId: string | null;
}
interface ReadingItemConnection {
  readonly __typename: "ReadingItemConnection";
  readonly edges: readonly ReadingItemEdge[];
  readonly nodes: readonly ReadingItem[];
  readonly pageInfo: PageInfo;
}
interface ReadingItemEdge {
  readonly __typename: "ReadingItemEdge";
  readonly cursor: string;
  readonly node: ReadingItem;
}
type ReceiptAnswer = "ACCEPTED" | "DENIED" | "HAS" | "SILENT";
interface RemovePictureMetadataInput {
  readonly id: string;
}
interface RemoveSavedInput {
  readonly id: string;
}
interface ReportBounceInput {
  readonly report: string;
}
interface ResumeSubscriberInput {
  readonly id: string;
}
interface RetryOutboxEntryInput {
  readonly id: string;
}
interface RetryPublicationDeliveryInput {
  readonly id: string;
  /** Only to this follower. */
  readonly peerAddress?: string | null | undefined;
}
interface RetrySetAsideInput {
  readonly id: string;
}
interface RevokeTokenInput {
  readonly id: string;
}
interface SaveAgentDraftInput {
  /** Markdown; the first heading is the title. */
  readonly body: string;
  /** Null for a new draft. */
  readonly id?: string | null | undefined;
  /** The signed post that this is a new version of. */
  readonly replaces?: string | null | undefined;
  /** Of the draft as it was read; null for a new one. */
  readonly revision?: number | null | undefined;
  readonly slug?: string | null | undefined;
}
interface SaveDraftInput {
  readonly body: string;
  /** Null for a new draft. */
  readonly id?: string | null | undefined;
  /** Whether the text that is replaced is kept in the history in any case. */
  readonly keepsVersion?: boolean | null | undefined;
  /** The revision of the draft; null for a new one. */
  readonly revision?: number | null | undefined;
  readonly slug?: string | null | undefined;
  /** Whether to take over a slug that was the address of another publication (SLUG_TAKEN with the reason OLD_ADDRESS). Only a session may. */
  readonly takeSlug?: boolean | null | undefined;
}
interface SaveForLaterInput {
  /** Exactly one of both. */
  readonly entry?: string | null | undefined;
  readonly publication?: string | null | undefined;
}
interface SaveReadPositionInput {
  readonly cursor: string;
}
interface SaveTemplateInput {
  readonly body: string;
  readonly name: string;
}
/** The Markdown of an earlier text. */
interface SavedText {
  readonly __typename: "SavedText";
  readonly body: string;
  readonly id: string;
}
/** An earlier text of a draft or of a post that is on this site only. */
interface SavedVersion {
  readonly __typename: "SavedVersion";
  readonly id: string;
  /** When it was saved; it was the text until the next one. */
  readonly savedAt: string;
  /** Bytes. */
  readonly size: number;
}
interface SchedulePublicationInput {
  /** Null cancels it. */
  readonly at?: string | null | undefined;
  readonly id: string;
}
interface SendNewsletterTestInput {
  readonly publicationId: string;
  readonly to: string;
}
/** What a page that a post links to was told (Webmention). */
interface SentMention {
  readonly __typename: "SentMention";
  readonly id: string;
  readonly problem: string | null;
  /** Where the other site says what became of it. */
  readonly receipt: string | null;
  readonly state: SentMentionState;
  /** The HTTP status of the answer. */
  readonly status: number | null;
  readonly target: string;
  readonly updatedAt: string;
}
type SentMentionState = "FAILED" | "NONE" | "SENT" | "WAITING";
/** A sentence in the form that message catalogues translate. */
interface SentencePart {
  readonly __typename: "SentencePart";
  /** The English sentence with the placeholders `{0}`, `{1}`. */
  readonly code: string;
  readonly values: readonly string[];
}
/** A session of the owner. A browser also gets it as a cookie, and need not store the token. */
interface Session {
  readonly __typename: "Session";
  readonly expiresAt: string;
  readonly token: string;
  readonly tokenId: string;
}
/** Work that is not tried any more, since a process died each time that it was tried. */
interface SetAside {
  readonly __typename: "SetAside";
  readonly id: string;
  readonly queue: WorkQueue;
  readonly since: string;
}
/** The settings of this node. Nullable fields need the scope `manage:settings`. */
interface Settings {
  readonly __typename: "Settings";
  readonly accentHue: string | null;
  readonly allowComment: boolean;
  readonly allowFollow: boolean;
  readonly commentsNeedApproval: boolean;
  readonly defaultLanguage: string;
  readonly defaultTheme: string;
  readonly enableRss: boolean;
  /** Whether names of ENS are looked up, by this setting or by `FREEHOLD_ENS_RPC`. */
  readonly ensRpcIsSet: boolean | null;
  readonly fullTextsOnHome: boolean | null;
  readonly indexNow: string | null;
  readonly mailFrom: string | null;
  readonly mailTransportIsSet: boolean | null;
  readonly newsletter: boolean | null;
  readonly newsletterPerHour: number | null;
  readonly newsletterSending: string | null;
  readonly notifyComment: boolean | null;
  readonly notifyFailedPeer: boolean | null;
  readonly notifyFollower: boolean | null;
  readonly notifyVisitor: boolean | null;
  readonly receiveMentions: boolean | null;
  readonly replicaBytesPerPeer: number | null;
  readonly replicasPerPeer: number | null;
  readonly sendMentions: boolean | null;
  readonly showChecklist: boolean | null;
  readonly siteTheme: string | null;
  readonly stylesheet: string | null;
  readonly timeZone: string;
  readonly walletConnectProjectId: string;
}
interface SignImportedInput {
  /** Whether followers are notified. */
  readonly announce: boolean;
}
interface SignInWithEthereumInput {
  /** The message from `getSiweMessage`. */
  readonly message: string;
  /** 65 bytes in hex, with 0x. */
  readonly signature: string;
}
interface SignInWithPasskeyInput {
  /** The credential, as its `toJSON`. */
  readonly response: unknown;
}
interface SignPublicationInput {
  readonly id: string;
  readonly message: SignedMessageInput;
}
interface SignPublicationsInput {
  /** False: nobody is notified, and followers find them in the index. True where it is absent. */
  readonly announce?: boolean | null | undefined;
  readonly publications: readonly SignPublicationInput[];
}
/** A message with its signature. */
interface SignedMessageInput {
  /** 65 bytes in hex, with 0x. */
  readonly signature: string;
  readonly typedData: unknown;
}
interface SignedPublication {
  readonly __typename: "SignedPublication";
  readonly publication: Publication;
  /** The number of followers that it goes to, counted up to 10,000. */
  readonly recipients: number;
}
/** A message of Sign-In with Ethereum (EIP-4361) for one sign-in. */
interface SiweMessage {
  readonly __typename: "SiweMessage";
  readonly expiresAt: string;
  readonly message: string;
}
/** A piece of plain text. */
interface SnippetPart {
  readonly __typename: "SnippetPart";
  /** Whether it matches the search. */
  readonly isMatch: boolean;
  readonly text: string;
}
interface StartImportInput {
  /** Whether the owner says that all of an export is theirs: its unsigned words, settings and follows are taken. */
  readonly confirm?: boolean | null | undefined;
  /** Whether to fetch missing pictures from their https addresses. */
  readonly fetchPictures: boolean;
  /** Whether pictures keep their location and camera data. They are removed by default. */
  readonly keepMetadata?: boolean | null | undefined;
}
interface StopImportInput {
  readonly id: string;
}
interface StopNewsletterInput {
  readonly id: string;
}
interface SubscribeFeedInput {
  readonly url: string;
}
/** A browser's PushSubscription. */
interface SubscribeNotificationInput {
  readonly endpoint: string;
  readonly keys: PushKeysInput;
}
/** A reader by mail. Only the owner's session sees addresses. */
interface Subscriber {
  readonly __typename: "Subscriber";
  /** Mails in a row that came back for good. */
  readonly bounces: number;
  readonly confirmedAt: string | null;
  /** What a file says of when and how the reader agreed. */
  readonly consent: string | null;
  readonly createdAt: string;
  readonly email: string;
  readonly id: string;
  readonly language: string;
  /** The status of the last one, such as 5.1.1. */
  readonly lastBounce: string | null;
  readonly source: SubscriberSource;
  readonly state: SubscriberState;
  /** The chosen tags; null for every post, empty for none. */
  readonly tags: readonly string[] | null;
}
interface SubscriberConnection {
  readonly __typename: "SubscriberConnection";
  readonly edges: readonly SubscriberEdge[];
  readonly nodes: readonly Subscriber[];
  readonly pageInfo: PageInfo;
}
interface SubscriberEdge {
  readonly __typename: "SubscriberEdge";
  readonly cursor: string;
  readonly node: Subscriber;
}
type SubscriberSource = "IMPORT" | "OWNER" | "SITE";
type SubscriberState = "ACTIVE" | "PAUSED" | "PENDING";
/** A completion of a hashtag or a name. */
interface Suggestion {
  readonly __typename: "Suggestion";
  readonly address: Hex | null;
  readonly kind: SuggestionKind;
  readonly text: string;
  readonly url: string | null;
}
type SuggestionKind = "NODE" | "TAG";
/** A text of the owner to begin posts with. */
interface Template {
  readonly __typename: "Template";
  /** Markdown. */
  readonly body: string;
  readonly name: string;
}
/** Paths of smaller pictures: 200, 400 and 800 pixels high. */
interface Thumbnails {
  readonly __typename: "Thumbnails";
  readonly lg: string;
  readonly md: string;
  readonly sm: string;
}
/** A session or an integration token, without the secret token itself. */
interface Token {
  readonly __typename: "Token";
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly id: string;
  readonly isExpired: boolean;
  readonly kind: TokenKind;
  /** The owner's name for a program, or the browser that started a session. */
  readonly label: string | null;
  readonly lastUsedAt: string | null;
  readonly scopes: readonly string[];
}
type TokenKind = "CLIENT" | "INTEGRATION";
interface UnsubscribeFeedInput {
  readonly id: string;
}
interface UnsubscribeNotificationInput {
  readonly endpoint: string;
}
interface UpdateAvatarInput {
  /** JPEG, PNG, WebP or GIF, up to 2 MiB; null removes the avatar. */
  readonly file?: Blob | null | undefined;
}
interface UpdateProfileInput {
  /** Takes an address at which this node does not answer. Without it, a new address is tried first, which may take a minute. */
  readonly force?: boolean | null | undefined;
  /** The signed messages from `profileToSign`. */
  readonly messages: readonly SignedMessageInput[];
}
/** An absent field stays unchanged. */
interface UpdatePublicationInput {
  readonly body?: string | null | undefined;
  /** The caption of a file; null for none. */
  readonly description?: string | null | undefined;
  readonly id: string;
  /** The revision that the client changed. */
  readonly revision?: number | null | undefined;
  /** Null for none. */
  readonly slug?: string | null | undefined;
  readonly state?: OpenPublicationState | null | undefined;
  /** Whether to take over a slug that was the address of another publication (SLUG_TAKEN with the reason OLD_ADDRESS). Only a session may. */
  readonly takeSlug?: boolean | null | undefined;
}
/** An absent setting stays unchanged; null resets it to its default. */
interface UpdateSettingsInput {
  /** Must be a hue in degrees, a whole number from 0 to 359; empty for the colour of the address. */
  readonly accentHue?: string | null | undefined;
  /** Must be true or false. */
  readonly allowComment?: boolean | null | undefined;
  /** Must be true or false. */
  readonly allowFollow?: boolean | null | undefined;
  /** Must be true or false. */
  readonly commentsNeedApproval?: boolean | null | undefined;
  /** Must be a language tag such as en or pt-BR. */
  readonly defaultLanguage?: string | null | undefined;
  /** Must be the name of a theme: letters, digits and dashes. */
  readonly defaultTheme?: string | null | undefined;
  /** Must be true or false. */
  readonly enableRss?: boolean | null | undefined;
  /** Must be the https address of an Ethereum RPC, or empty. */
  readonly ensRpc?: string | null | undefined;
  /** Must be true or false. */
  readonly fullTextsOnHome?: boolean | null | undefined;
  /** Must be the https address of a search engine's IndexNow, or empty. */
  readonly indexNow?: string | null | undefined;
  /** Must be one mail address. */
  readonly mailFrom?: string | null | undefined;
  /** Must be the smtp:// or smtps:// address of a mail server. */
  readonly mailTransport?: string | null | undefined;
  /** Must be true or false. */
  readonly newsletter?: boolean | null | undefined;
  /** Must be a whole number; 0 for no limit. */
  readonly newsletterPerHour?: number | null | undefined;
  /** Must be always, ask or never. */
  readonly newsletterSending?: string | null | undefined;
  /** Must be true or false. */
  readonly notifyComment?: boolean | null | undefined;
  /** Must be true or false. */
  readonly notifyFailedPeer?: boolean | null | undefined;
  /** Must be true or false. */
  readonly notifyFollower?: boolean | null | undefined;
  /** Must be true or false. */
  readonly notifyVisitor?: boolean | null | undefined;
  /** Must be true or false. */
  readonly receiveMentions?: boolean | null | undefined;
  /** Must be a whole number; 0 for no limit. */
  readonly replicaBytesPerPeer?: number | null | undefined;
  /** Must be a whole number; 0 for no limit. */
  readonly replicasPerPeer?: number | null | undefined;
  /** Must be true or false. */
  readonly sendMentions?: boolean | null | undefined;
  /** Must be true or false. */
  readonly showChecklist?: boolean | null | undefined;
  /** Must be the name of a theme of the site: paper, journal or plain. */
  readonly siteTheme?: string | null | undefined;
  /** Must be CSS: well-formed text of at most 64 KiB. */
  readonly stylesheet?: string | null | undefined;
  /** Must be the name of a time zone (IANA) such as Europe/Berlin. */
  readonly timeZone?: string | null | undefined;
  /** Must be a project id: letters, digits and dashes. */
  readonly walletConnectProjectId?: string | null | undefined;
}
interface UpdatedProfile {
  readonly __typename: "UpdatedProfile";
  readonly profile: Profile;
  /** The number of nodes that read it later, because it is not signed in their form. */
  readonly readers: number;
  /** The number of nodes that this node sends it to. */
  readonly recipients: number;
}
/** The caller of this request. */
interface Viewer {
  readonly __typename: "Viewer";
  readonly kind: CallerKind;
  /** What a program may do; the owner may do everything. */
  readonly scopes: readonly string[];
  readonly tokenId: string | null;
}
/** An online visitor, with the address that the visitor claims. */
interface Visitor {
  readonly __typename: "Visitor";
  readonly address: Hex;
  readonly lastActive: string;
}
interface Webhook {
  readonly __typename: "Webhook";
  /** False after too many failures in a row, or after a restore. */
  readonly active: boolean;
  readonly createdAt: string;
  /** The last attempts, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  readonly events: readonly string[];
  readonly failures: number;
  readonly id: string;
  readonly url: string;
}
/** One attempt to send an event to a webhook. */
interface WebhookDelivery {
  readonly __typename: "WebhookDelivery";
  readonly attempt: number;
  readonly createdAt: string;
  readonly durationMs: number;
  readonly event: string;
  readonly eventId: string;
  readonly id: string;
  readonly problem: string | null;
  readonly status: number | null;
}
interface WithdrawFuturePostsInput {
  readonly ids: readonly string[];
}
interface WithdrawProposalInput {
  readonly id: string;
}
type WorkQueue = "CATCH_UPS" | "FEEDS" | "IMPORTS" | "JOBS" | "OUTBOX" | "PULLS";
interface WriteNewVersionInput {
  readonly id: string;
}
/** What `extensions.code` of an error may be. */
type ApiErrorCode = "ADDRESS_MISMATCH" | "ADDRESS_NOT_HERE" | "AVATAR_NOT_SET" | "BAD_REQUEST" | "BLANK_POST" | "BUSY" | "COMMENT_DISABLED" | "CONFLICT" | "CONNECTION_ALREADY_EXISTS" | "CONNECTION_NOT_FOUND" | "CONTENT_DESCRIPTION_MISSING" | "CONTENT_HASH_MISMATCH" | "CONTENT_NOT_FOUND" | "DOCUMENT_UNREADABLE" | "EXPIRED_SIGNATURE" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "FORBIDDEN" | "IMPORT_INVALID" | "INTERNAL_ERROR" | "INVALID_ADDRESS" | "INVALID_HASH_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "MAIL_NOT_CONFIGURED" | "METHOD_NOT_ALLOWED" | "NODE_NOT_FOUND" | "NOT_FOLLOWING" | "NOT_FOUND" | "NOT_INSTALLED" | "NOT_SUPPORTED" | "NO_SPACE" | "OVERLOADED" | "PAYLOAD_TOO_LARGE" | "PEER_FAILED" | "PICTURE_DAMAGED" | "PICTURE_SIGNED" | "PICTURE_UNSUPPORTED" | "PUBLICATION_NOT_FOUND" | "RATE_LIMITED" | "READ_ONLY" | "REAUTHENTICATION_REQUIRED" | "REPLICATION_ALREADY_EXISTS" | "SLUG_TAKEN" | "STALE_REQUEST" | "TOO_COMPLEX" | "TOO_LARGE" | "TOO_MANY" | "UNAUTHENTICATED" | "URL_VERIFICATION_FAILED" | "VALIDATION_FAILED";
/** An error as the node answers it. */
interface ApiErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    /** Why a node can't be followed. */
    readonly reason?: string;
    /** The largest size that the node takes. */
    readonly maxBytes?: number;
    /** The id under which the node's log has the cause of an INTERNAL_ERROR. */
    readonly requestId?: string;
  };
}
/**
 * Why a call failed: a code of the node, UNREACHABLE without an answer, or BAD_ANSWER where the answer is not one of a node, as
 * a proxy's error page. A newer node may have codes that this list lacks.
 */
type FailureCode = ApiErrorCode | "UNREACHABLE" | "BAD_ANSWER";
interface Answer {
  readonly status: number | null;
  readonly errors?: readonly ApiErrorEntry[];
  readonly data?: unknown;
  readonly retryAfter?: number | null;
}
/** The node refused a call, or did not answer. Its message is for people; `code` is for programs. */
export declare class FreeholdError extends Error {
  readonly name = "FreeholdError";
  readonly code: FailureCode;
  /** The status of the reply; null without one. */
  readonly status: number | null;
  /** All errors of the reply; the first one gives code and message. */
  readonly errors: readonly ApiErrorEntry[];
  /** The data that came with the errors, if any. */
  readonly data: unknown;
  /** Seconds after which the same call may succeed; null where the node names none. */
  readonly retryAfter: number | null;
  constructor(code: FailureCode, message: string, { status, errors, data, retryAfter, ...options }: Answer & ErrorOptions);
}
interface FreeholdClientOptions {
  /** The address of the node, as `https://me.example`. */
  readonly url: string | URL;
  /** An access token of the owner; without one the client sees what readers see. */
  readonly token?: string | undefined;
  /** In place of the global `fetch`, as one with a proxy or a certificate authority. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}
interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}
/** The queries whose answer comes in pages. */
type ListName = { [K in keyof Query]: Query[K] extends Field<unknown, infer Value> ? NonNullable<Value> extends {
  readonly nodes: readonly unknown[];
  readonly pageInfo: PageInfo;
} ? K : never : never; }[keyof Query];
type ItemOf<F> = F extends Field<unknown, infer Value> ? NonNullable<Value> extends {
  readonly nodes: readonly (infer Item)[];
} ? Item : never : never;
/** A list as a field of its items. */
type ListField<K extends ListName> = Query[K] extends Field<infer Args, unknown> ? Field<Args, ItemOf<Query[K]>> : never;
/** The selection for each item of a list, with the arguments of the list. */
type ListSelection<K extends ListName> = FieldSelection<ListField<K>>;
/** Calls the GraphQL API of a node (specification 4.10). It runs in browsers and in Node. */
export declare class FreeholdClient {
  #private;
  constructor({ url, token, fetch }: FreeholdClientOptions);
  /**
   * Asks for the selected fields.
   *
   * @returns an object with them, and nothing else
   * @throws FreeholdError; what `signal` was aborted with
   */
  query<const S extends Selection<Query>>(selection: S & Exact<Query, S>, options?: CallOptions): Promise<Result<Query, S>>;
  /**
   * Changes something, and asks for the selected fields of the outcome. A file is a `Blob` or `File` among the arguments, one a
   * call. Several changes run one after the other.
   *
   * @throws FreeholdError; what `signal` was aborted with
   */
  mutate<const S extends Selection<Mutation>>(selection: S & Exact<Mutation, S>, options?: CallOptions): Promise<Result<Mutation, S>>;
  /**
   * Reads a list from its beginning or after the cursor `after`, a page at a time, as the caller takes its items. `first` is
   * the size of a page.
   *
   * @throws FreeholdError; what `signal` was aborted with
   */
  list<K extends ListName, const S extends ListSelection<K>>(name: K, selection: S & ExactField<ListField<K>, S>, options?: CallOptions): AsyncGenerator<Result<ItemOf<Query[K]>, S>, void, undefined>;
  /**
   * Sends a document as it is written.
   *
   * @throws FreeholdError; what `signal` was aborted with
   */
  request<T = unknown>(query: string, variables?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<T>;
}
export type { AgentDraft, AgentDraftConnection, AgentDraftEdge, AgentDraftState, AnswerCommentInput, ApiErrorCode, ApiErrorEntry, AttachPictureInput, AttachedPicture, Block, BlockConnection, BlockEdge, BounceResult, BroadcastProfileUpdateInput, CallOptions, CallerKind, CheckArea, CheckReceiptsInput, CheckState, CheckedReceipt, ChooseNewsletterInput, Clock, Comment, CommentAuthType, CommentConnection, CommentCounts, CommentDestruction, CommentEdge, CommentState, CommenterBlock, CommenterBlockConnection, CommenterBlockEdge, ConfirmClockInput, ConfirmCommentDeletionInput, ConfirmCommentInput, ConnectedNode, ConnectedNodeConnection, ConnectedNodeEdge, ConnectionCounts, ConnectionEndOutcome, ConnectionEndState, ConnectionHealth, ConnectionSide, CreateBlockInput, CreateCommentInput, CreateCommenterBlockInput, CreatePasskeyInput, CreatePublicationInput, CreateSubscriberInput, CreateWebhookInput, CreatedComment, CreatedWebhook, DailyBackups, DeclineProposalInput, DeliveryAnswer, DeliveryState, DestroyBlockInput, DestroyCommentInput, DestroyCommenterBlockInput, DestroyConnectionInput, DestroyPasskeyInput, DestroyPublicationInput, DestroySubscriberInput, DestroyTemplateInput, DestroyWebhookInput, Destroyed, DiagnosisCheck, DiscardImportInput, DropSetAsideInput, EnableWebhookInput, EndedFollow, EnsName, FailedBackup, FailureCode, Feed, FeedEntry, FeedLink, FeedPreview, FetchFeedInput, Field, FileOfPost, FollowNodeInput, FollowOutcome, FollowState, FollowerDelivery, FollowerDeliveryConnection, FollowerDeliveryEdge, FollowerNode, Found, FoundConnection, FoundEdge, FoundKind, FreeholdClientOptions, GenerateIntegrationTokenInput, Hex, ImportCounts, ImportEntry, ImportFeedInput, ImportFeedsInput, ImportJob, ImportJobState, ImportNote, ImportReason, ImportReasonState, ImportReport, ImportSubscribersInput, ImportedSubscribers, ImportedToSign, IntegrationToken, KeptBackup, LastDiagnosis, ListName, ListSelection, MarkNotificationsReadInput, MarkSavedInput, Mention, MentionKind, MessageForm, MessageToSign, MetadataKind, ModerateCommentInput, ModerateCommentsInput, ModeratedCommentState, Mutation, Newsletter, NewsletterIssue, NewsletterIssueConnection, NewsletterIssueEdge, NewsletterIssueState, NodeStatus, Notification, NotificationConnection, NotificationEdge, NotificationType, OpenCommentsInput, OpenPublicationState, OpmlReport, OutboxConnection, OutboxCounts, OutboxEdge, OutboxEntry, OutboxKind, PageInfo, Passkey, PeerEvent, PeerEventConnection, PeerEventEdge, PeerEventKind, PreparedConnection, PresentPublicationInput, Profile, ProposeDraftInput, Publication, PublicationConnection, PublicationDelivery, PublicationEdge, PublicationState, PublicationToSign, PublicationType, PushDevice, PushKeysInput, Query, Quoted, ReadLaterText, ReadLaterTextConnection, ReadLaterTextEdge, ReadPosition, ReadingItem, ReadingItemConnection, ReadingItemEdge, ReceiptAnswer, RemovePictureMetadataInput, RemoveSavedInput, ReportBounceInput, Result, ResumeSubscriberInput, RetryOutboxEntryInput, RetryPublicationDeliveryInput, RetrySetAsideInput, RevokeTokenInput, SaveAgentDraftInput, SaveDraftInput, SaveForLaterInput, SaveReadPositionInput, SaveTemplateInput, SavedText, SavedVersion, SchedulePublicationInput, Selection, SendNewsletterTestInput, SentMention, SentMentionState, SentencePart, Session, SetAside, Settings, SignImportedInput, SignInWithEthereumInput, SignInWithPasskeyInput, SignPublicationInput, SignPublicationsInput, SignedMessageInput, SignedPublication, SiweMessage, SnippetPart, StartImportInput, StopImportInput, StopNewsletterInput, SubscribeFeedInput, SubscribeNotificationInput, Subscriber, SubscriberConnection, SubscriberEdge, SubscriberSource, SubscriberState, Suggestion, SuggestionKind, Template, Thumbnails, Token, TokenKind, UnsubscribeFeedInput, UnsubscribeNotificationInput, UpdateAvatarInput, UpdateProfileInput, UpdatePublicationInput, UpdateSettingsInput, UpdatedProfile, Viewer, Visitor, Webhook, WebhookDelivery, WithdrawFuturePostsInput, WithdrawProposalInput, WorkQueue, WriteNewVersionInput };