/**
 * Every error of the protocol with its HTTP status and meaning (spec 7; decisions 2 for the last ones, which the
 * specification leaves open). The sentence is ASCII and safe to publish.
 */
export const errors = {
  INVALID_PAYLOAD: { status: 400, sentence: "Fields are missing or malformed." },
  INVALID_SIGNATURE: {
    status: 400,
    sentence: "The signature does not belong to this message and its signer.",
  },
  INVALID_TIMESTAMP: { status: 400, sentence: "The timestamp is malformed or outside the one-hour window." },
  INVALID_URL_FORMAT: { status: 400, sentence: "A URL is not a valid HTTPS URL of a node." },
  INVALID_LIMIT: { status: 400, sentence: "The limit is not an integer from 1 to 1000." },
  INVALID_PAGE: { status: 400, sentence: "The page is not an integer of at least 1." },
  INVALID_SINCE: { status: 400, sentence: "The parameter since is not an integer of Unix seconds." },
  INVALID_SINCE_FORMAT: { status: 400, sentence: "The parameter since is not an ISO 8601 time." },
  INVALID_HASH_FORMAT: { status: 400, sentence: "The content hash is not 0x and 64 hexadecimal digits." },
  INVALID_THUMBNAIL_SIZE: { status: 400, sentence: "The thumbnail size is not one of sm, md, lg." },
  INVALID_ADDRESS: { status: 400, sentence: "The address in the path is not a valid EIP-55 address." },
  ADDRESS_MISMATCH: { status: 400, sentence: "The address in the path is not the one in the message." },
  URL_VERIFICATION_FAILED: {
    status: 400,
    sentence: "The profile at the new URL does not have this address.",
  },
  CONTENT_HASH_MISMATCH: { status: 400, sentence: "The content does not match its hash." },
  CONTENT_DESCRIPTION_MISSING: { status: 400, sentence: "The content lacks its description." },
  FOLLOWEE_IDENTITY_MISMATCH: {
    status: 401,
    sentence: "The profile at followeeUrl does not match followeeAddress.",
  },
  FOLLOWER_IDENTITY_MISMATCH: {
    status: 401,
    sentence: "The profile at followerUrl does not match followerAddress.",
  },
  NOT_FOLLOWING: { status: 401, sentence: "This node does not follow the publisher." },
  AVATAR_NOT_SET: { status: 404, sentence: "This node has no avatar." },
  CONTENT_NOT_FOUND: { status: 404, sentence: "There is no content with this hash." },
  PUBLICATION_NOT_FOUND: { status: 404, sentence: "There is no publication with this hash." },
  NODE_NOT_FOUND: { status: 404, sentence: "There is no installed node here." },
  CONNECTION_NOT_FOUND: { status: 404, sentence: "There is no such connection." },
  CONNECTION_ALREADY_EXISTS: { status: 409, sentence: "The connection exists already." },
  STALE_REQUEST: {
    status: 409,
    sentence: "The connection has changed since this message was signed, or it is not taken.",
  },
  REPLICATION_ALREADY_EXISTS: { status: 409, sentence: "This publication is stored already." },
  INTERNAL_ERROR: { status: 500, sentence: "The node failed." },
  NOT_INSTALLED: { status: 503, sentence: "The node is not installed yet." },
  NOT_FOUND: { status: 404, sentence: "The protocol has no such path." },
  METHOD_NOT_ALLOWED: { status: 405, sentence: "This path does not take this method." },
  PAYLOAD_TOO_LARGE: { status: 413, sentence: "The body is too large." },
  RATE_LIMITED: { status: 429, sentence: "Too many requests." },
  OVERLOADED: { status: 503, sentence: "This node has too much to do. Try again later." },
} as const satisfies Record<string, { status: number; sentence: string }>;

export type EwpErrorCode = keyof typeof errors;

/**
 * An error of the protocol. `detail` is an ASCII sentence that is safe to publish. It has no stack: it is an answer to a peer,
 * and anybody can ask for thousands a second.
 */
export class EwpError extends Error {
  override readonly name = "EwpError";
  readonly code: EwpErrorCode;
  /** HTTP status. */
  readonly status: number;
  readonly detail: string;

  /** @param detail a sentence without private data or text of a peer; by default the table's */
  constructor(code: EwpErrorCode, detail: string = errors[code].sentence) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${code}: ${detail}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = errors[code].status;
    this.detail = detail;
  }
}

export function isEwpErrorCode(text: unknown): text is EwpErrorCode {
  return typeof text === "string" && Object.hasOwn(errors, text);
}
