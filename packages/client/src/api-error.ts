import type { ApiErrorCode } from "./generated/error-codes.ts";

/** An error as the node answers it. */
export interface ApiErrorEntry {
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
export type FailureCode = ApiErrorCode | "UNREACHABLE" | "BAD_ANSWER";

interface Answer {
  readonly status: number | null;
  readonly errors?: readonly ApiErrorEntry[];
  readonly data?: unknown;
  readonly retryAfter?: number | null;
}

/** The node refused a call, or did not answer. Its message is for people; `code` is for programs. */
export class FreeholdError extends Error {
  override readonly name = "FreeholdError";
  readonly code: FailureCode;
  /** The status of the reply; null without one. */
  readonly status: number | null;
  /** All errors of the reply; the first one gives code and message. */
  readonly errors: readonly ApiErrorEntry[];
  /** The data that came with the errors, if any. */
  readonly data: unknown;
  /** Seconds after which the same call may succeed; null where the node names none. */
  readonly retryAfter: number | null;

  constructor(
    code: FailureCode,
    message: string,
    { status, errors = [], data = null, retryAfter = null, ...options }: Answer & ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}
