/** The meaning of a code for callers. */
interface CodeProps {
  /** HTTP status. A client gets INTERNAL_ERROR instead of a code without one. */
  readonly status?: number;
  /** Exit code of the command line; 1 where it is not given. */
  readonly exitCode?: 2;
  /** The same call may succeed later. */
  readonly retry?: true;
  /** Seconds after which it may, where the thrower knows no better. */
  readonly retryAfter?: number;
}

/**
 * The codes of the application. Other nodes get those of the protocol's table. A retired code is never used again.
 */
export const errorCodes = {
  // The call is refused.
  BAD_REQUEST: { status: 400 },
  VALIDATION_FAILED: { status: 400 },
  UNAUTHENTICATED: { status: 401 },
  FORBIDDEN: { status: 403 },
  /** The session is good, but the owner signed in too long ago for this. */
  REAUTHENTICATION_REQUIRED: { status: 403 },
  NOT_FOUND: { status: 404 },
  /** It was public at this address, and was deleted or taken back. */
  GONE: { status: 410 },
  /** The state does not allow the call, or no longer: changed elsewhere, signed already, followed already. */
  CONFLICT: { status: 409 },
  /** Another of the owner's publications has this slug, or had it before: then the reason is OLD_ADDRESS. */
  SLUG_TAKEN: { status: 409 },
  /** The owner has closed this node. */
  SITE_CLOSED: { status: 409 },
  /** A reader would see nothing in this post. */
  BLANK_POST: { status: 400 },
  /** The limit of this kind is reached. */
  TOO_MANY: { status: 409 },
  TOO_LARGE: { status: 413 },
  /** The body has a media type or a content coding that is not read here. */
  UNSUPPORTED_TYPE: { status: 415 },
  /** This node does not answer at the address that is to be its own. */
  ADDRESS_NOT_HERE: { status: 409 },
  /** A GraphQL document or its result exceeds a limit. */
  TOO_COMPLEX: { status: 400 },
  RATE_LIMITED: { status: 429, retry: true, retryAfter: 60 },
  /** The signature, or the token from a mail, is wrong. */
  INVALID_SIGNATURE: { status: 400 },
  EXPIRED_SIGNATURE: { status: 400 },
  COMMENT_DISABLED: { status: 403 },
  MAIL_NOT_CONFIGURED: { status: 400 },
  /** The other node's form of the protocol has no message for it. */
  NOT_SUPPORTED: { status: 400 },
  /** A file to import is invalid or incomplete. */
  IMPORT_INVALID: { status: 400 },
  /** A picture in a format whose metadata can't be removed, such as HEIC. */
  PICTURE_UNSUPPORTED: { status: 400 },
  /** A picture whose metadata can't be told from its image. */
  PICTURE_DAMAGED: { status: 400 },
  /** A picture that is signed, or that a signed post names by its hash. */
  PICTURE_SIGNED: { status: 409 },
  // This node, its machine or another node can't do it.
  NOT_INSTALLED: { status: 503 },
  PEER_FAILED: { status: 502 },
  /** Data of another site is broken, or takes too much time or memory. */
  DOCUMENT_UNREADABLE: { status: 502 },
  READ_ONLY: { status: 503 },
  NO_SPACE: { status: 507, retry: true, retryAfter: 60 },
  BUSY: { status: 503, retry: true, retryAfter: 5 },
  // The command line.
  USAGE: { exitCode: 2 },
  BAD_CONFIGURATION: { exitCode: 2 },
  CANNOT_OPEN: {},
  CONFIRMATION_NEEDED: {},
  FILE_EXISTS: {},
  IMPORT_INCOMPLETE: {},
  NOT_A_FILE: {},
  NO_KEYSTORE: {},
  PASSWORDS_DIFFER: {},
  PASSWORD_EMPTY: {},
  PASSWORD_WEAK: {},
  PRIVATE_KEY_INVALID: {},
  PROOF_INVALID: {},
  UNSOUND: {},
  VERIFICATION_FAILED: {},
  WRONG_KEY: {},
  BACKUP_INVALID: {},
  EXPORT_INVALID: {},
  // Inside the node: a caller turns them into something else.
  BLOB_TOO_LARGE: {},
  BLOB_MISMATCH: {},
  BLOB_NOT_FOUND: {},
  UNUSABLE_IMAGE: {},
  CONTENT_MISMATCH: { retry: true },
  CONTENT_BROKEN_OFF: { retry: true },
  CONTENT_TOO_LARGE: {},
  CONTENT_NOT_TEXT: {},
  CONTENT_NO_DESCRIPTION: {},
  MAIL_FAILED: { retry: true },
  SCHEME_NOT_ALLOWED: {},
  PORT_NOT_ALLOWED: {},
  ADDRESS_NOT_ALLOWED: {},
} as const satisfies Record<string, CodeProps>;

export type ErrorCode = keyof typeof errorCodes;

/** Why a node can't be followed. */
export type FollowObstacle =
  | "NO_NODE_URL"
  | "UNREACHABLE"
  | "NO_ANSWER"
  | "BAD_CERTIFICATE"
  | "ADDRESS_NOT_ALLOWED"
  | "NO_NODE"
  | "OTHER_NODE"
  | "YOURSELF"
  /** The own node has a local address, which no other node can call. */
  | "NO_PUBLIC_ADDRESS"
  /** It takes no new followers, or not this one. */
  | "NOT_TAKEN"
  /** The other node has not accepted it yet; it is tried again. */
  | "NOT_YET"
  | "BLOCKED";

/** Why a slug is not free: it was the address of another publication, and its owner may take it over. */
export type SlugObstacle = "OLD_ADDRESS";

interface AppErrorOptions extends ErrorOptions {
  readonly reason?: FollowObstacle | SlugObstacle | null;
  readonly field?: string;
  readonly retryAfter?: number;
  readonly maxBytes?: number;
  readonly advice?: string | Sentence | null;
}

/** An English sentence as a template. Catalogues of other languages find the translation by `code`. */
export interface SentencePart {
  /** With `{0}`, `{1}` in place of the values. */
  readonly code: string;
  readonly values: readonly string[];
}

/** One sentence or more. */
export type Sentence = readonly SentencePart[];

/** The sentence in English, for the command line and the log. */
export function formatEnglish(sentence: Sentence): string {
  const texts = sentence.map(({ code, values }) =>
    code.replace(/\{(\d+)\}/g, (_, index: string) => values[Number(index)] ?? ""),
  );
  return texts.join(" ");
}

/** A sentence as a template. Write each variant as a sentence of its own: other languages need other words. */
export function msg(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | null | undefined)[]
): Sentence {
  const code = strings.reduce((text, string, index) => `${text}{${index - 1}}${string}`);
  return [{ code, values: values.map((value) => String(value ?? "")) }];
}

/** A sentence without values is its own code. */
export function toSentence(text: string | Sentence): Sentence {
  return typeof text === "string" ? [{ code: text, values: [] }] : text;
}

/** A text of another program, in English only. */
export function untranslated(text: string): Sentence {
  return msg`${text}`;
}

/** An expected failure. Its message is a sentence for the caller; its cause is for the log alone. */
export class AppError extends Error {
  override readonly name = "AppError";
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
  readonly parts: { readonly finding: Sentence; readonly advice: Sentence };

  /** @param finding a sentence; one with values is made by `msg`, so that it can be translated */
  constructor(code: ErrorCode, finding: string | Sentence, options: AppErrorOptions = {}) {
    const { reason = null, field = null, retryAfter, maxBytes = null, advice, ...rest } = options;
    const parts = { finding: toSentence(finding), advice: advice ? toSentence(advice) : [] };
    super(formatEnglish([...parts.finding, ...parts.advice]), rest);
    this.parts = parts;
    this.code = code;
    this.reason = reason;
    this.field = field;
    this.retryAfter = retryAfter ?? this.#props.retryAfter ?? null;
    this.maxBytes = maxBytes;
  }

  get #props(): CodeProps {
    return errorCodes[this.code];
  }

  /** HTTP status; null for a code that clients don't get. */
  get status(): number | null {
    return this.#props.status ?? null;
  }

  get exitCode(): 1 | 2 {
    return this.#props.exitCode ?? 1;
  }

  /** Whether the same call may succeed later. */
  get retry(): boolean {
    return this.#props.retry ?? false;
  }
}

/** Whether an error is an AppError with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}

/** An error that refuses a call for its content or its caller (4xx), not for a failure of the node. */
export type Refusal = AppError & { readonly status: number };

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof AppError && error.status !== null && error.status < 500;
}

/** A write to a node that was started read-only. */
export function readOnlyError(): AppError {
  const message = "This node is read-only (FREEHOLD_READ_ONLY). Nothing was saved.";
  return new AppError("READ_ONLY", message);
}

/** The resources that a machine can run out of. */
export type Resource = "space" | "handles" | "database" | "server";

/** The sentences are ASCII. */
const shortages = {
  space: {
    code: "NO_SPACE",
    message: "The disk of this node is full. Nothing was saved. Free some space, then try again.",
  },
  handles: {
    code: "BUSY",
    message: "This node has reached its limit of open files and connections. Try again later.",
  },
  database: {
    code: "BUSY",
    message: "Another program is using the database of this node. Nothing was saved. Try again later.",
  },
  // A commit may be done although its answer was lost.
  server: {
    code: "BUSY",
    message: "The database server of this node does not respond. Try again later.",
  },
} as const;

/** The operation was not done, because the machine lacks a resource. */
export function shortageError(resource: Resource, options?: ErrorOptions): AppError {
  const { code, message } = shortages[resource];
  return new AppError(code, message, options);
}

const systemCodes: Readonly<Record<string, Resource>> = {
  ENOSPC: "space",
  EDQUOT: "space",
  EMFILE: "handles",
  ENFILE: "handles",
};

/** The `code` of an error, as Node and its libraries set it (ENOENT); empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The error itself, or the one for the operating system's code; null for an unexpected error. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const resource = Object.hasOwn(systemCodes, code) ? systemCodes[code] : undefined;
  return resource === undefined ? null : shortageError(resource, { cause: error });
}
