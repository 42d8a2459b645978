/** What can go wrong for the owner, at the command line or in the console. Peers get `EwpError` from the protocol's table. */
export type DomainErrorCode =
  | "NOT_INSTALLED"
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "TOO_LARGE"
  /** Too often; it may be tried again later. */
  | "RATE_LIMITED"
  /** A signature, or a token that was mailed, is not the one that is needed. */
  | "INVALID_SIGNATURE"
  /** It was, and its time is over. */
  | "EXPIRED_SIGNATURE"
  | "COMMENT_DISABLED"
  | "MAIL_NOT_CONFIGURED"
  /** The other node's form of the protocol has no way to say it. */
  | "NOT_SUPPORTED"
  | "PEER_FAILED";

/** An expected failure, with a sentence that is meant for the owner. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: DomainErrorCode;

  constructor(code: DomainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
