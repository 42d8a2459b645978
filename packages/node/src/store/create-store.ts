import { Kysely } from "kysely";
import { readOnlyError, shortageError } from "../errors/errors.ts";
import {
  isInsideTransaction,
  type OnTold,
  type OpenDialect,
  runWork,
  type Store,
  setDialect,
  type Tx,
} from "./database.ts";
import { DueListeners, takeMarks } from "./due-queues.ts";
import { groupWrites } from "./sqlite/group-writes.ts";
import type { Tables } from "./tables/tables.ts";

const ATTEMPTS = 4;

/** A store on a dialect that is open. */
export function createStore(opened: OpenDialect, readOnly: boolean): Store {
  const { dialect, traits, version, versionInTurn, watch, announceDue, tell, close } = opened;
  const listeners = new DueListeners();
  const told = new Set<OnTold>();
  let announcing: Promise<void> | null = null;
  const db = new Kysely<Tables>({ dialect });
  setDialect(db, traits);
  const run = traits.sharesCommits
    ? groupWrites(db, runWork)
    : <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute((tx) => runWork(tx, work));
  return {
    db,
    dialect: traits,
    version,
    versionInTurn,
    onDue: (queue, listener) => listeners.add(queue, listener),
    tell,
    onTold(listener) {
      told.add(listener);
      return () => told.delete(listener);
    },
    watch: () =>
      watch(
        (queues) => listeners.call(queues),
        (message) => {
          for (const listener of told) listener(message);
        },
      ),
    async transaction(work, { isRepeatable = false } = {}) {
      if (isInsideTransaction()) throw new Error("A transaction was started inside another one.");
      if (readOnly) throw readOnlyError();
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { result, due } = await run(
            async (tx) => ({ result: await work(tx), due: takeMarks(tx) }),
            isRepeatable,
          );
          if (due.size > 0) announcing = announceDue(due);
          listeners.call(due);
          return result;
        } catch (error) {
          const shortage = traits.shortageOf(error);
          if (shortage !== null) throw shortageError(shortage, { cause: error });
          if (attempt === ATTEMPTS || !traits.isTransient(error)) throw error;
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await announcing;
      await db.destroy();
      await close();
    },
  };
}
