/** What can go wrong for the owner, at the command line or in the console. Peers get `EwpError` from the protocol's table. */
export type ErrorCode =
  | "NOT_INSTALLED"
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  /** It is not, or not any more, as it would have to be: changed elsewhere, signed already, followed already. */
  | "CONFLICT"
  /** Another of the owner's publications has this slug. */
  | "SLUG_TAKEN"
  /** There are as many of its kind as there may be. */
  | "TOO_MANY"
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

/** Why a node can't be followed: for whoever says it in words of their own. */
export type FollowObstacle =
  | "NO_NODE_URL"
  | "UNREACHABLE"
  | "NO_ANSWER"
  | "BAD_CERTIFICATE"
  | "ADDRESS_NOT_ALLOWED"
  | "NO_NODE"
  | "OTHER_NODE"
  | "YOURSELF"
  | "FOLLOWED_ALREADY"
  /** The other node has not taken it so far; it is tried again. */
  | "NOT_YET"
  | "BLOCKED";

/** An expected failure, with a sentence that is meant for the owner. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** What it is more exactly, where the code alone would not tell somebody what to do. */
  readonly reason: FollowObstacle | null;

  constructor(
    code: ErrorCode,
    message: string,
    { reason = null, ...options }: ErrorOptions & { reason?: FollowObstacle | null } = {},
  ) {
    super(message, options);
    this.code = code;
    this.reason = reason;
  }
}
