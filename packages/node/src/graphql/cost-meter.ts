import type { Caller } from "../domain/access/caller.ts";
import { AppError } from "../errors.ts";
import { limits } from "./limits.ts";

/**
 * What one operation costs: the estimate that was made before it runs, and for an anonymous caller also the bytes of text that it
 * reads or gives, charged while it runs. Beyond a limit every further field is refused, so that nothing more is loaded, and
 * the operation is answered as a whole with TOO_COMPLEX.
 */
export class CostMeter {
  /** Whether bytes of text are charged; the owner and the owner's programs read what is theirs. */
  readonly countsBytes: boolean;
  #estimate = 0;
  #bytes = 0;
  #refusal: AppError | null = null;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor({ kind }: Pick<Caller, "kind">) {
    this.countsBytes = kind === "anonymous";
  }

  /** @param estimate of `checkCost` */
  start(estimate: number): void {
    this.#estimate = estimate;
  }

  get estimate(): number {
    return this.#estimate;
  }

  /** What it has cost so far. */
  get cost(): number {
    return this.#estimate + Math.ceil(this.#bytes / limits.bytesPerCost);
  }

  /** @throws AppError TOO_COMPLEX where it has cost too much already */
  check(): void {
    if (this.#refusal) throw this.#refusal;
  }

  /**
   * Charges bytes that are about to be read, or that stand in the reply.
   *
   * @throws AppError TOO_COMPLEX where that is too much
   */
  charge(bytes: number): void {
    this.check();
    this.#bytes += bytes;
    if (this.#bytes > limits.anonymousReplyBytes) this.#refusal = replyTooLarge();
    else if (this.cost > limits.cost) this.#refusal = tooExpensive(this.cost);
    this.check();
  }

  /** Charges a value of text, or several. @returns it */
  chargeText<T>(value: T): T {
    this.charge(bytesOf(value));
    return value;
  }

  /** @throws AppError TOO_COMPLEX where the finished reply is larger than an anonymous caller gets */
  checkReply(text: string): void {
    if (this.countsBytes && Buffer.byteLength(text) > limits.anonymousReplyBytes) throw replyTooLarge();
  }

  /**
   * Loads the lists of an operation one after another: what a list gives has been charged before the next one is loaded, and
   * other requests get their turn in between.
   */
  inTurn<T>(load: () => T | Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(() => {
      this.check();
      return load();
    });
    const isOver = turn.then(nextTurn, nextTurn);
    this.#lastTurn = isOver;
    return turn;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return typeof value === "object" && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 0;
}

export function tooExpensive(cost: number): AppError {
  return new AppError("TOO_COMPLEX", `This costs ${cost}, and a request may cost ${limits.cost}.`);
}

function replyTooLarge(): AppError {
  return new AppError(
    "TOO_COMPLEX",
    `Without a session or a token a reply has up to ${limits.anonymousReplyBytes} bytes: ask for less at once.`,
  );
}
