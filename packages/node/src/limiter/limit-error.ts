/** Somebody uses more than their share, or too much of a kind of work waits already. It may be tried again. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly retryAfterMs: number;

  /** @param message for whoever is refused */
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
