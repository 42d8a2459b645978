/** Lets one holder at a time through, in the order in which they came. */
export class FairQueue {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn; the caller must call `release` in the end. */
  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the turn to the next one. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }
}
