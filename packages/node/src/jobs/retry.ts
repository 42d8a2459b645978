import type { EwpErrorCode, PeerError } from "@freehold/protocol";
import { hourMs } from "@freehold/protocol/internal";
import { limits } from "./limits.ts";

const firstRetryMs = 5_000; // the pause after the first failure
const mostSpreadMs = hourMs; // the longest jitter after `Retry-After`

/**
 * How long to wait after a number of failures in a row: from 5 seconds doubling to a day, half of it random, so that rows
 * that failed together are not repeated together.
 *
 * @param failures failures in a row, from 1
 * @param random a number from 0 up to 1
 * @returns whole milliseconds
 */
export function backoff(failures: number, random: number): number {
  const full = Math.min(limits.longestRetryMs, firstRetryMs * 2 ** Math.min(Math.max(failures, 1) - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
}

/**
 * How long to wait after a failure with a `Retry-After`: never less, and with a random addition, so that clients that one
 * server refused do not come back together.
 *
 * @param askedMs what `Retry-After` asked for; 0 for nothing
 * @returns whole milliseconds
 */
export function retryDelay(failures: number, askedMs: number, random: number): number {
  const spread = Math.min(askedMs / 2, mostSpreadMs);
  return Math.max(backoff(failures, random), Math.round(askedMs + spread * random));
}

/** The result of the work on one row. `reason` is for the owner and the log. */
export type Outcome =
  | {
      result: "done";
      /** False when no call was needed, so that this says nothing about the peer. */
      reached?: boolean;
      /** The answer of the node to the proof of a publication. */
      answer?: "accepted" | "has";
    }
  | {
      result: "refused";
      reason: string;
      /** True when it is the peer who refused: the way to it is fine. */
      reached?: boolean;
    }
  | {
      result: "later";
      reason: string;
      /** `peer`: nothing gets through to it, so that its other rows wait as well. */
      scope: "row" | "peer";
      /** The least wait, in milliseconds. */
      afterMs?: number;
      reached?: boolean;
      /** Nothing failed: the work continues later. */
      isProgress?: boolean;
    };

/** Whether a call got through. Work that says nothing of it and is done has made one. */
export function isReached(outcome: Outcome): boolean {
  return outcome.reached ?? outcome.result === "done";
}

/** Answers that say "not now" in the words of HTTP; every other answer below 500 is about this one message. */
const notNow: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * The outcome that a failed call means for its row: whether to try again, and whether the peer's other rows would fail,
 * too.
 *
 * @param exceptions outcomes of single error codes that mean something else to the caller
 */
export function outcomeOfPeerError(
  error: PeerError,
  exceptions: Partial<Record<EwpErrorCode, Outcome>> = {},
): Outcome {
  const exception = Object.entries(exceptions).find(([code]) => code === error.code)?.[1];
  if (exception) return exception;
  const reason = describePeerError(error);
  if (isRefusal(error)) return { result: "refused", reason, reached: true };
  // The node failed at this message; it may take another one.
  if (error.status === 500 && error.code !== null)
    return { result: "later", reason, scope: "row", reached: true };
  const afterMs =
    error.retryAfterMs === null ? null : Math.min(Math.max(error.retryAfterMs, 0), limits.longestRetryMs);
  return { result: "later", reason, scope: "peer", ...(afterMs !== null && { afterMs }) };
}

/**
 * Whether the peer answered, and will answer the same next time. A refusal without a code of the protocol comes from
 * whatever stands before the node, and a node that is not installed may be on its way back.
 */
function isRefusal({ kind, status, code }: PeerError): boolean {
  if (kind !== "refused" || status === null || status < 400 || status >= 500 || notNow.has(status))
    return false;
  return status === 413 || (code !== null && code !== "NODE_NOT_FOUND");
}

/** A sentence of our own. The peer's words stay out of it, except a code of the protocol's table. */
function describePeerError({ kind, status, code, message }: PeerError): string {
  const answer = [status, code].filter((part) => part !== null).join(" ");
  switch (kind) {
    case "refused":
      return `it answered ${answer}`;
    case "timeout":
      return "it did not answer in time";
    case "unreachable":
      return `it can't be reached: ${message}`;
    case "too-large":
      return `its answer is too large: ${message}`;
    case "bad-reply":
      return `its answer makes no sense: ${message}`;
  }
}
