import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** Writes that share one commit of SQLite. */
export const groupedWrites = 50;
/** The work of a group of writes (ms). */
export const groupMs = 20;

type Tx = Transaction<Tables>;

/** A work that waits for its turn, and its caller. */
interface Write {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly isRepeatable: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs the work of one caller in a transaction that is open. */
type RunWork = <T>(tx: Tx, work: (tx: Tx) => Promise<T>) => Promise<T>;

const savepoint = CompiledQuery.raw("savepoint work");
const release = CompiledQuery.raw("release work");
const rollback = CompiledQuery.raw("rollback to work");
const syncLater = CompiledQuery.raw("pragma synchronous = normal");
const syncNow = CompiledQuery.raw("pragma synchronous = full");

/**
 * Runs works that arrive together one after another in one transaction, so that they share its commit: the wait for the
 * disk. Each sees the writes of the earlier ones of its group. One that throws is undone and rejected alone. No caller
 * hears anything, not even of an error, before the commit is durable; where it fails, all of the group are rejected with
 * its error.
 *
 * A group consists of the works that wait when the event loop has read its sockets, at most `groupedWrites`. After
 * `groupMs` it is committed, and the rest waits for the next one. A group of repeatable works alone is on the disk with the
 * next other one: a lost power supply undoes it as a whole.
 *
 * @returns runs one work, and resolves with its result when that is durable
 */
export function groupWrites(
  db: Kysely<Tables>,
  runWork: RunWork,
): <T>(work: (tx: Tx) => Promise<T>, isRepeatable: boolean) => Promise<T> {
  const waiting: Write[] = [];
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => void runGroup());
  }

  async function runGroup(): Promise<void> {
    const group = waiting.splice(0, groupedWrites);
    const outcomes: (() => void)[] = [];
    let begun = 0;
    try {
      await begin(
        group.every(({ isRepeatable }) => isRepeatable),
        async (tx) => {
          const until = performance.now() + groupMs;
          for (const write of group) {
            if (begun > 0 && performance.now() >= until) break;
            begun += 1;
            outcomes.push(begun === 1 ? await runFirst(tx, write) : await runNext(tx, write));
          }
        },
      );
      for (const tell of outcomes) tell();
    } catch (error) {
      // Without a transaction, nobody could begin.
      if (begun === 0) begun = group.length;
      for (const { reject } of group.slice(0, begun)) reject(error);
    }
    waiting.unshift(...group.slice(begun));
    isScheduled = false;
    schedule();
  }

  function begin(isRepeatable: boolean, work: (tx: Tx) => Promise<void>): Promise<void> {
    if (!isRepeatable) return db.transaction().execute(work);
    return db.connection().execute(async (connection) => {
      await connection.executeQuery(syncLater);
      try {
        await connection.transaction().execute(work);
      } finally {
        await connection.executeQuery(syncNow);
      }
    });
  }

  /** Needs no savepoint: where it throws, there is nothing else to undo. */
  async function runFirst(tx: Tx, { work, resolve }: Write): Promise<() => void> {
    const value = await runWork(tx, work);
    return () => resolve(value);
  }

  async function runNext(tx: Tx, { work, resolve, reject }: Write): Promise<() => void> {
    await tx.executeQuery(savepoint);
    try {
      const value = await runWork(tx, work);
      await tx.executeQuery(release);
      return () => resolve(value);
    } catch (error) {
      // The savepoint is gone where SQLite has rolled back the whole transaction by itself, as on a full disk.
      await tx.executeQuery(rollback).catch(() => {
        throw error;
      });
      await tx.executeQuery(release);
      return () => reject(error);
    }
  }

  return <T>(work: (tx: Tx) => Promise<T>, isRepeatable: boolean) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, isRepeatable, resolve: resolve as Write["resolve"], reject });
      schedule();
    });
}
