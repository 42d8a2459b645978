/** `refused`: the peer answered with an error status. `bad-reply`: its answer is invalid. */
export type PeerErrorKind = "unreachable" | "timeout" | "too-large" | "bad-reply" | "refused";

/** A failed call to another node. The message is ours and contains no text of the peer. */
export class PeerError extends Error {
  override readonly name = "PeerError";
  readonly kind: PeerErrorKind;
  /** HTTP status, if the peer answered. */
  readonly status: number | null;
  /** The protocol's error code, from the peer or for a fault in its answer. */
  readonly code: string | null;
  /** The peer's `Retry-After` in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: PeerErrorKind,
    message: string,
    { cause, ...details }: Partial<Pick<PeerError, "status" | "code" | "retryAfterMs" | "cause">> = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}
