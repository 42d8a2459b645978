import { DocumentDecoration, initGraphQLTada } from "gql.tada";
import { introspection } from "./schema.js";
/** The values that `extensions.code` of an error can have. */
type ApiErrorCode = "ADDRESS_MISMATCH" | "ADDRESS_NOT_HERE" | "AVATAR_NOT_SET" | "BAD_REQUEST" | "BLANK_POST" | "BUSY" | "COMMENT_DISABLED" | "CONFLICT" | "CONNECTION_ALREADY_EXISTS" | "CONNECTION_NOT_FOUND" | "CONTENT_DESCRIPTION_MISSING" | "CONTENT_HASH_MISMATCH" | "CONTENT_NOT_FOUND" | "DOCUMENT_UNREADABLE" | "EXPIRED_SIGNATURE" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "FORBIDDEN" | "GONE" | "IMPORT_INVALID" | "INTERNAL_ERROR" | "INVALID_ADDRESS" | "INVALID_HASH_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "MAIL_NOT_CONFIGURED" | "METHOD_NOT_ALLOWED" | "NODE_NOT_FOUND" | "NOT_FOLLOWING" | "NOT_FOUND" | "NOT_INSTALLED" | "NOT_SUPPORTED" | "NO_SPACE" | "OVERLOADED" | "PAYLOAD_TOO_LARGE" | "PEER_FAILED" | "PICTURE_DAMAGED" | "PICTURE_SIGNED" | "PICTURE_UNSUPPORTED" | "PUBLICATION_NOT_FOUND" | "RATE_LIMITED" | "READ_ONLY" | "REAUTHENTICATION_REQUIRED" | "REPLICATION_ALREADY_EXISTS" | "SITE_CLOSED" | "SLUG_TAKEN" | "STALE_REQUEST" | "TOO_COMPLEX" | "TOO_LARGE" | "TOO_MANY" | "UNAUTHENTICATED" | "UNSUPPORTED_TYPE" | "URL_VERIFICATION_FAILED" | "VALIDATION_FAILED";
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
/** Bytes in hex. */
type Hex = `0x${string}`;
/** The schema, and the types that JSON has of its scalars. */
interface Setup {
  readonly introspection: introspection;
  readonly scalars: {
    readonly Address: Hex;
    readonly BigInt: number;
    readonly ContentHash: Hex;
    readonly DateTime: string;
    readonly JSON: unknown;
    readonly Upload: Blob;
  };
  readonly disableMasking: true;
}
/** A document with the types of its reply and of its variables. */
type TypedDocument<Reply = unknown, Variables = never> = DocumentDecoration<Reply, Variables>;
/** The reply to a document, or the object that a fragment selects. */
type ReplyOf<Document> = Document extends DocumentDecoration<infer Reply> ? Reply : never;
/** The variables of a document. */
type VariablesOf<Document> = Document extends DocumentDecoration<unknown, infer Variables> ? Accepted<Variables> : never;
/**
 * A variable as a caller may give it: readonly, undefined where it may be left out, and any text for hex, which the node
 * judges.
 */
type Accepted<T> = unknown extends T ? T : T extends Hex ? string : T extends string | number | boolean | Blob | null | undefined ? T : T extends readonly (infer Item)[] ? readonly Accepted<Item>[] : { readonly [K in keyof T]: Accepted<T[K]> | (object extends Pick<T, K & keyof T> ? undefined : never); };
/** The variables of a call, which may be left out where the document needs none. */
type VariablesArgument<Variables> = object extends Variables ? readonly [variables?: Accepted<Variables>] : readonly [variables: Accepted<Variables>];
/**
 * A document of the GraphQL API, with its types. TypeScript reads them from its text.
 *
 * @param text one operation, or one fragment, as a literal; `npm run check:documents` compares it with the schema
 * @param fragments those that the text spreads, each made by this function
 */
export declare const graphql: initGraphQLTada<Setup>;
/** The text of a document: at run time a document is nothing else, and no parser of GraphQL is loaded. */
export declare function textOfDocument(document: TypedDocument): string;
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
/** The variables and options of a call. The variables may be left out where the document needs none. */
type CallArguments<Variables> = object extends Variables ? readonly [variables?: Accepted<Variables>, options?: CallOptions] : readonly [variables: Accepted<Variables>, options?: CallOptions];
/** The reply to a document with one list. */
type ListReply<Item> = Readonly<Record<string, {
  readonly nodes: readonly Item[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly endCursor: string | null;
  };
} | null>>;
/** Calls the GraphQL API of a node (specification 4.10). It runs in browsers and in Node. */
export declare class FreeholdClient {
  #private;
  constructor({ url, token, fetch }: FreeholdClientOptions);
  /**
   * Sends a document. A file is a `Blob` or `File` among its variables, one a call. Several changes run one after the other.
   *
   * @param document made by `graphql`, or a text without types
   * @throws FreeholdError; what `signal` was aborted with
   */
  request<Reply, Variables>(document: TypedDocument<Reply, Variables>, ...args: CallArguments<NoInfer<Variables>>): Promise<Reply>;
  request<Reply = unknown>(document: string, variables?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Reply>;
  /**
   * Reads a list from its beginning or after the cursor `after`, a page at a time, as the caller takes its items.
   *
   * @param document a query with one field, a list, of which it asks `nodes` and `pageInfo { hasNextPage endCursor }`; it takes
   *   `$after`
   * @throws FreeholdError; what `signal` was aborted with
   */
  list<Item, Variables extends {
    readonly after?: string | null;
  }>(document: TypedDocument<ListReply<Item>, Variables>, ...[variables, options]: CallArguments<NoInfer<Variables>>): AsyncGenerator<Item, void, undefined>;
}
export type { Accepted, ApiErrorCode, ApiErrorEntry, CallArguments, CallOptions, FailureCode, FreeholdClientOptions, ReplyOf, TypedDocument, VariablesArgument, VariablesOf };