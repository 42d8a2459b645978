import { randomUUID } from "node:crypto";
import { keepSession, openSession } from "./session.ts";

const channel = "freehold_changed";

/** Counts the commits of public tables by all processes on one PostgreSQL database. */
export class PostgresChanges {
  readonly #databaseUrl: string;
  /** How this process knows its own notifications. */
  #id = randomUUID();
  #count = 0;
  #isListening = false;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Differs after each commit that may have changed a public table; null while other processes can't be heard. */
  version(): string | null {
    return this.#isListening ? String(this.#count) : null;
  }

  /** The statement that tells all processes of a change, when the transaction that it is a part of is committed. */
  get notification(): string {
    return `select pg_notify('${channel}', '${this.#id}')`;
  }

  /** To be called when a transaction of this process has changed public tables, before anything else goes on. */
  countOwn(): void {
    this.#count += 1;
  }

  /** To be called when nobody knows whether a transaction was committed: its notification counts when it comes. */
  countLater(): void {
    this.#id = randomUUID();
    this.#count += 1;
  }

  /** Hears the commits of other processes until it is disposed of. */
  watch(): AsyncDisposable {
    return keepSession(() =>
      openSession(this.#databaseUrl, "freehold listen", async (client) => {
        client.on("notification", ({ payload }) => {
          if (payload !== this.#id) this.#count += 1;
        });
        client.once("end", () => {
          this.#isListening = false;
        });
        await client.query(`listen ${channel}`);
        // What was committed meanwhile was not heard.
        this.#count += 1;
        this.#isListening = true;
        return true;
      }),
    );
  }
}
