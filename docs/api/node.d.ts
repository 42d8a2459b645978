/**
 * The codes of the application. Other nodes get those of the protocol's table. A retired code is never used again.
 */
declare const errorCodes: {
  readonly BAD_REQUEST: {
    readonly status: 400;
  };
  readonly VALIDATION_FAILED: {
    readonly status: 400;
  };
  readonly UNAUTHENTICATED: {
    readonly status: 401;
  };
  readonly FORBIDDEN: {
    readonly status: 403;
  };
  /** The session is good, but the owner signed in too long ago for this. */
  readonly REAUTHENTICATION_REQUIRED: {
    readonly status: 403;
  };
  readonly NOT_FOUND: {
    readonly status: 404;
  };
  /** It was public at this address, and was deleted or taken back. */
  readonly GONE: {
    readonly status: 410;
  };
  /** The state does not allow the call, or no longer: changed elsewhere, signed already, followed already. */
  readonly CONFLICT: {
    readonly status: 409;
  };
  /** Another of the owner's publications has this slug, or had it before: then the reason is OLD_ADDRESS. */
  readonly SLUG_TAKEN: {
    readonly status: 409;
  };
  /** The owner has closed this node. */
  readonly SITE_CLOSED: {
    readonly status: 409;
  };
  /** A reader would see nothing in this post. */
  readonly BLANK_POST: {
    readonly status: 400;
  };
  /** The limit of this kind is reached. */
  readonly TOO_MANY: {
    readonly status: 409;
  };
  readonly TOO_LARGE: {
    readonly status: 413;
  };
  /** The body has a media type or a content coding that is not read here. */
  readonly UNSUPPORTED_TYPE: {
    readonly status: 415;
  };
  /** This node does not answer at the address that is to be its own. */
  readonly ADDRESS_NOT_HERE: {
    readonly status: 409;
  };
  /** A GraphQL document or its result exceeds a limit. */
  readonly TOO_COMPLEX: {
    readonly status: 400;
  };
  readonly RATE_LIMITED: {
    readonly status: 429;
    readonly retry: true;
    readonly retryAfter: 60;
  };
  /** The signature, or the token from a mail, is wrong. */
  readonly INVALID_SIGNATURE: {
    readonly status: 400;
  };
  readonly EXPIRED_SIGNATURE: {
    readonly status: 400;
  };
  readonly COMMENT_DISABLED: {
    readonly status: 403;
  };
  readonly MAIL_NOT_CONFIGURED: {
    readonly status: 400;
  };
  /** The other node's form of the protocol has no message for it. */
  readonly NOT_SUPPORTED: {
    readonly status: 400;
  };
  /** A file to import is invalid or incomplete. */
  readonly IMPORT_INVALID: {
    readonly status: 400;
  };
  /** A picture in a format whose metadata can't be removed, such as HEIC. */
  readonly PICTURE_UNSUPPORTED: {
    readonly status: 400;
  };
  /** A picture whose metadata can't be told from its image. */
  readonly PICTURE_DAMAGED: {
    readonly status: 400;
  };
  /** A picture that is signed, or that a signed post names by its hash. */
  readonly PICTURE_SIGNED: {
    readonly status: 409;
  };
  readonly NOT_INSTALLED: {
    readonly status: 503;
  };
  readonly PEER_FAILED: {
    readonly status: 502;
  };
  /** Data of another site is broken, or takes too much time or memory. */
  readonly DOCUMENT_UNREADABLE: {
    readonly status: 502;
  };
  readonly READ_ONLY: {
    readonly status: 503;
  };
  readonly NO_SPACE: {
    readonly status: 507;
    readonly retry: true;
    readonly retryAfter: 60;
  };
  readonly BUSY: {
    readonly status: 503;
    readonly retry: true;
    readonly retryAfter: 5;
  };
  readonly USAGE: {
    readonly exitCode: 2;
  };
  readonly BAD_CONFIGURATION: {
    readonly exitCode: 2;
  };
  readonly CANNOT_OPEN: {};
  readonly CONFIRMATION_NEEDED: {};
  readonly FILE_EXISTS: {};
  readonly IMPORT_INCOMPLETE: {};
  readonly NOT_A_FILE: {};
  readonly NO_KEYSTORE: {};
  readonly PASSWORDS_DIFFER: {};
  readonly PASSWORD_EMPTY: {};
  readonly PASSWORD_WEAK: {};
  readonly PRIVATE_KEY_INVALID: {};
  readonly PROOF_INVALID: {};
  readonly UNSOUND: {};
  readonly VERIFICATION_FAILED: {};
  readonly WRONG_KEY: {};
  readonly BACKUP_INVALID: {};
  readonly EXPORT_INVALID: {};
  readonly BLOB_TOO_LARGE: {};
  readonly BLOB_MISMATCH: {};
  readonly BLOB_NOT_FOUND: {};
  readonly UNUSABLE_IMAGE: {};
  readonly CONTENT_MISMATCH: {
    readonly retry: true;
  };
  readonly CONTENT_BROKEN_OFF: {
    readonly retry: true;
  };
  readonly CONTENT_TOO_LARGE: {};
  readonly CONTENT_NOT_TEXT: {};
  readonly CONTENT_NO_DESCRIPTION: {};
  readonly MAIL_FAILED: {
    readonly retry: true;
  };
  readonly SCHEME_NOT_ALLOWED: {};
  readonly PORT_NOT_ALLOWED: {};
  readonly ADDRESS_NOT_ALLOWED: {};
};
type ErrorCode = keyof typeof errorCodes;
/** Why a node can't be followed. */
type FollowObstacle = "NO_NODE_URL" | "UNREACHABLE" | "NO_ANSWER" | "BAD_CERTIFICATE" | "ADDRESS_NOT_ALLOWED" | "NO_NODE" | "OTHER_NODE" | "YOURSELF" |
/** The own node has a local address, which no other node can call. */
"NO_PUBLIC_ADDRESS" |
/** It takes no new followers, or not this one. */
"NOT_TAKEN" |
/** The other node has not accepted it yet; it is tried again. */
"NOT_YET" | "BLOCKED";
/** Why a slug is not free: it was the address of another publication, and its owner may take it over. */
type SlugObstacle = "OLD_ADDRESS";
interface AppErrorOptions extends ErrorOptions {
  readonly reason?: FollowObstacle | SlugObstacle | null;
  readonly field?: string;
  readonly retryAfter?: number;
  readonly maxBytes?: number;
  readonly advice?: string | Sentence | null;
}
/** An English sentence as a template. Catalogues of other languages find the translation by `code`. */
interface SentencePart {
  /** With `{0}`, `{1}` in place of the values. */
  readonly code: string;
  readonly values: readonly string[];
}
/** One sentence or more. */
type Sentence = readonly SentencePart[];
/** An expected failure. Its message is a sentence for the caller; its cause is for the log alone. */
export declare class AppError extends Error {
  #private;
  readonly name = "AppError";
  readonly code: ErrorCode;
  /** Tells failures of one code apart. */
  readonly reason: FollowObstacle | SlugObstacle | null;
  /** The input field that is wrong. */
  readonly field: string | null;
  /** Seconds to wait before the next try; present in every temporary refusal. */
  readonly retryAfter: number | null;
  /** The size that was exceeded. */
  readonly maxBytes: number | null;
  /** The message without the advice, and the thing to do, for those that show them apart or in another language. */
  readonly parts: {
    readonly finding: Sentence;
    readonly advice: Sentence;
  };
  /** @param finding a sentence; one with values is made by `msg`, so that it can be translated */
  constructor(code: ErrorCode, finding: string | Sentence, options?: AppErrorOptions);
  /** HTTP status; null for a code that clients don't get. */
  get status(): number | null;
  get exitCode(): 1 | 2;
  /** Whether the same call may succeed later. */
  get retry(): boolean;
}
/** A node that runs in this process. */
export interface StartedNode {
  /** The address on this machine; null for a node that only works on queues. */
  readonly address: {
    readonly url: string;
    readonly port: number;
  } | null;
  /** Ends it: takes no new work, and finishes the current work within ten seconds. */
  stop(): Promise<void>;
}
/**
 * Starts a node in this process, as the command `freehold start` does.
 *
 * @param settings by their names in the environment, such as `FREEHOLD_PORT`; without them, the environment and `.env`
 * @throws AppError BAD_CONFIGURATION with all problems of the settings together; others where the data can't be used
 */
export declare function startNode(settings?: Readonly<Record<string, string | undefined>>): Promise<StartedNode>;
export {};