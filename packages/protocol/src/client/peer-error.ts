/**
 * What went wrong with a peer. `refused`: it answered with another status than was hoped for. `bad-reply`: its
 * answer makes no sense.
 */
export type PeerErrorKind = "unreachable" | "timeout" | "too-large" | "bad-reply" | "refused";

/** A call to another node that failed. The message is ours: nothing that the peer said stands in it. */
export class PeerError extends Error {
  override readonly name = "PeerError";
  readonly kind: PeerErrorKind;
  /** HTTP status, when there was an answer. */
  readonly status: number | null;
  /** The protocol's error code: the peer's own word for it, or ours for what was found in its answer. */
  readonly code: string | null;
  /** How long the peer asks us to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: PeerErrorKind,
    message: string,
    facts: {
      status?: number | null;
      code?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, "cause" in facts ? { cause: facts.cause } : {});
    this.kind = kind;
    this.status = facts.status ?? null;
    this.code = facts.code ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}
