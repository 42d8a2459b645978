import type { Transaction } from "kysely";
import type { Tables } from "./tables/tables.ts";

/** As in `database.ts`, which imports this file. */
type Tx = Transaction<Tables>;

/**
 * The queues whose rows a commit can make due, the lists that the owner's open pages show as they grow, and the sessions
 * and tokens, because lasting replies end with them.
 */
export const dueQueues = [
  "outbox",
  "pulls",
  "jobs",
  "catch-ups",
  "feeds",
  "imports",
  "interrupted",
  "schedules",
  "timeline",
  "notifications",
  "sessions",
] as const;
export type DueQueue = (typeof dueQueues)[number];

/** Called with queues that may have due rows now. */
export type OnDue = (queues: Iterable<DueQueue>) => void;

const marked = new WeakMap<Tx, Set<DueQueue>>();

/** Notes that a transaction adds rows to a queue, or makes some due sooner: its workers look for them when it is committed. */
export function markDue(tx: Tx, ...queues: readonly DueQueue[]): void {
  const noted = marked.get(tx) ?? new Set();
  for (const queue of queues) noted.add(queue);
  marked.set(tx, noted);
}

/** The queues that were noted since the last call: works of one group have the same transaction. */
export function takeMarks(tx: Tx): ReadonlySet<DueQueue> {
  const noted = marked.get(tx) ?? new Set();
  marked.delete(tx);
  return noted;
}

/** The listeners for due rows, by queue. */
export class DueListeners {
  readonly #listeners = new Map<DueQueue, Set<() => void>>();

  /** @returns a function that ends it */
  add(queue: DueQueue, listener: () => void): () => void {
    const listeners = this.#listeners.get(queue) ?? new Set();
    this.#listeners.set(queue, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  call(queues: Iterable<DueQueue>): void {
    for (const queue of queues) for (const listener of this.#listeners.get(queue) ?? []) listener();
  }
}
