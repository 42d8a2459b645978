import type { Context } from "../context.ts";
import { formatEnglish, type Sentence } from "../errors/errors.ts";
import type { Store } from "../store/database.ts";

/** The areas that a diagnosis checks, in the order of the report. */
export const areas = ["configuration", "machine", "database", "work", "outside", "proxy"] as const;
export type Area = (typeof areas)[number];

/** `skipped`: the check can't run, or there is nothing to check; the finding says why. */
export const states = ["ok", "warning", "failed", "skipped"] as const;
export type State = (typeof states)[number];

/** The result of one check. */
export interface Finding {
  readonly state: State;
  /** A sentence or two in English, without secrets. */
  readonly finding: string;
  /** The one thing to do; null if there is nothing to do. */
  readonly advice: string | null;
  /** The same for other languages. */
  readonly parts: { readonly finding: Sentence; readonly advice: Sentence | null };
}

/**
 * The conditions of a check; without them it is skipped. `probe`: the node may write the row of a probe;
 * `reach`: a probe reached the node at its public address.
 */
export type Need = "store" | "tables" | "owner" | "public-url" | "probe" | "reach";

/** The parts of a node that every check may use. */
export interface CheckContext extends Pick<Context, "config" | "clock" | "log" | "peers" | "blobs"> {
  readonly signal: AbortSignal;
  /** @throws if the database does not open; a check that reads it needs `store`, `tables` or `owner` */
  readonly store: Store;
}

/** One check, with its row in docs/troubleshooting.md. */
export interface Check {
  /** The area and a name. Programs rely on it, so it never changes. */
  readonly id: string;
  readonly about: string;
  readonly warns?: string;
  readonly fails?: string;
  readonly needs?: readonly Need[];
  /** The installer runs it too, before the node has an owner. */
  readonly beforeOwner?: true;
  /**
   * The running node runs it by itself each time that this has passed, and `/metrics` shows its last state. The check reads
   * only this machine and its database, unless this is hours.
   */
  readonly watchedEveryMs?: number;
  /** Something else notifies the owner of its failure. */
  readonly notified?: true;
  /** The time limit if it is longer than `checkMs`. */
  readonly timeLimitMs?: number;
  run(context: CheckContext): Promise<Finding>;
}

export function ok(finding: Sentence): Finding {
  return createFinding("ok", finding);
}

export function warning(finding: Sentence, advice: Sentence): Finding {
  return createFinding("warning", finding, advice);
}

export function failed(finding: Sentence, advice: Sentence): Finding {
  return createFinding("failed", finding, advice);
}

export function skipped(why: Sentence): Finding {
  return createFinding("skipped", why);
}

function createFinding(state: State, finding: Sentence, advice: Sentence | null = null): Finding {
  const parts = { finding, advice };
  return { state, finding: formatEnglish(finding), advice: advice && formatEnglish(advice), parts };
}
