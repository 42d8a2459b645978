/** Somebody asks for more than a limit gives them now. */
export class TooOftenError extends Error {
  override readonly name = "TooOftenError";
  /** Milliseconds after which it may be tried again. */
  readonly retryAfterMs: number;

  /** @param message an ASCII sentence that is safe for anybody to read */
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
