import { randomUUID } from "node:crypto";
import type { OnTold } from "../database.ts";
import { type DueQueue, dueQueues, type OnDue } from "../due-queues.ts";
import type { AnsweringPool } from "./answering-pool.ts";
import { keepSession, openSession } from "./lasting-session.ts";
import type { PostgresLocation } from "./pooler.ts";

const changed = "freehold_changed";
const due = "freehold_due";
const told = "freehold_told";

/** Counts the commits of public tables by all processes on one PostgreSQL database, and tells of due rows. */
export class PostgresChanges {
  readonly #location: PostgresLocation;
  readonly #pool: AnsweringPool;
  /** How this process knows its own notifications. */
  #id = randomUUID();
  #count = 0;
  #isListening = false;

  /** Queues of which the other processes are to be notified. */
  readonly #unannounced = new Set<DueQueue>();
  #announcing: Promise<void> | null = null;

  constructor(location: PostgresLocation, pool: AnsweringPool) {
    this.#location = location;
    this.#pool = pool;
  }

  /** Differs after each commit that may have changed a public table; null while other processes can't be heard. */
  version(): string | null {
    return this.#isListening ? String(this.#count) : null;
  }

  /** The statement that tells all processes of a change, when the transaction that it is a part of is committed. */
  get notification(): string {
    return `select pg_notify('${changed}', '${this.#id}')`;
  }

  /** Call it when a transaction of this process has changed public tables, before anything else continues. */
  countOwn(): void {
    this.#count += 1;
  }

  /** To be called when nobody knows whether a transaction was committed: its notification counts when it comes. */
  countLater(): void {
    this.#id = randomUUID();
    this.#count += 1;
  }

  /**
   * Tells the other processes of queues that may have due rows, outside of transactions: to notify in one makes the
   * commits of all wait for each other. One that is lost is made up for by the workers' polling.
   */
  announceDue(queues: ReadonlySet<DueQueue>): Promise<void> {
    for (const queue of queues) this.#unannounced.add(queue);
    this.#announcing ??= this.#announceAll().finally(() => {
      this.#announcing = null;
    });
    return this.#announcing;
  }

  async #announceAll(): Promise<void> {
    while (this.#unannounced.size > 0) {
      const payload = [this.#id, ...this.#unannounced].join(" ");
      this.#unannounced.clear();
      await this.#pool.query("select pg_notify($1, $2)", [due, payload]).catch(() => {});
    }
  }

  /** Tells the other processes, if the database can be reached. */
  async tell(message: string): Promise<void> {
    await this.#pool.query("select pg_notify($1, $2)", [told, `${this.#id} ${message}`]).catch(() => {});
  }

  /** Receives the commits and messages of other processes until it is disposed of. */
  watch(onDue: OnDue, onTold: OnTold): AsyncDisposable {
    return keepSession(() =>
      openSession(this.#location, "freehold listen", async (client) => {
        client.on("notification", ({ channel, payload = "" }) => {
          const [id, ...words] = payload.split(" ");
          if (id === this.#id) return;
          if (channel === changed) this.#count += 1;
          else if (channel === told) onTold(words.join(" "));
          else onDue(dueQueues.filter((queue) => words.includes(queue)));
        });
        client.once("end", () => {
          this.#isListening = false;
        });
        await client.query(`listen ${changed}; listen ${due}; listen ${told}`);
        // Notifications of commits in the meantime did not arrive.
        this.#count += 1;
        this.#isListening = true;
        onDue(dueQueues);
        onTold(null);
        return true;
      }),
    );
  }
}
