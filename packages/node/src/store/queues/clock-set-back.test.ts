import { sql } from "kysely";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { T0 } from "../../../test/support/store-records.ts";
import { insertFeed, updateFeed } from "../../modules/feeds/store/feeds.ts";
import { addNotification, wereNotified } from "../../modules/notifications/store.ts";
import type { Store } from "../database.ts";
import { readMeta, writeMeta } from "../meta.ts";
import { bringForward, type Position } from "./bring-forward.ts";

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

forEachDatabase((_name, open) => {
  /** The clock shows `now`, and was ahead by `by`. */
  async function setBack(store: Store, by: number): Promise<void> {
    let position: Position | null | undefined;
    while (position !== null) {
      const from = position && { position };
      position = await store.transaction((tx) => bringForward(tx, { now: T0, by, ...from }));
    }
  }

  it("lets nothing wait for the date of a clock that was ahead", async () => {
    const store = await open();
    const ahead = T0 + yearMs;
    const feed = { url: "https://a.example/feed", title: "A", siteUrl: null, folder: null, createdAt: ahead };
    await store.transaction(async (tx) => {
      const id = Number(await insertFeed(tx, feed));
      await updateFeed(tx, id, { nextFetchAt: ahead + hourMs, fetchedAt: ahead });
      await sql`insert into webhooks (url, secret, events, active, failures, last_failure_at, next_try_at, created_at)
        values ('https://a.example/', 's', 'x', 1, 3, ${ahead}, ${ahead + 2 * hourMs}, ${T0 - 5})`.execute(
        tx,
      );
      await sql`insert into feed_subscriptions (topic, callback, host, expires_at, created_at)
        values ('/feed.xml', 'https://b.example/', 'b.example', ${ahead + 9 * hourMs}, ${ahead}),
          ('/feed.xml', 'https://c.example/', 'c.example', ${T0 + 9 * hourMs}, ${T0 - hourMs})`.execute(tx);
      await sql`insert into tokens (id, kind, label, scopes, created_at, expires_at)
        values ('a', 'client', '', '', ${ahead}, ${ahead + hourMs}), ('b', 'client', '', '', ${T0}, null)`.execute(
        tx,
      );
      await addNotification(tx, { type: "comment", subject: "1", data: "{}", createdAt: ahead }, 9);
      await writeMeta(tx, "newsletter.next_mail_at", String(ahead + hourMs));
    });
    await setBack(store, yearMs);
    const rows = async (table: string, columns: string) =>
      (await sql<object>`select ${sql.raw(columns)} from ${sql.table(table)} order by 1`.execute(store.db))
        .rows;
    expect(await rows("feeds", "next_fetch_at, fetched_at, created_at")).toEqual([
      { next_fetch_at: T0 + hourMs, fetched_at: T0, created_at: T0 },
    ]);
    expect(await rows("webhooks", "next_try_at, last_failure_at, created_at")).toEqual([
      { next_try_at: T0 + 2 * hourMs, last_failure_at: T0, created_at: T0 - 5 },
    ]);
    expect(await rows("feed_subscriptions", "host, created_at, expires_at")).toEqual([
      { host: "b.example", created_at: T0, expires_at: T0 + 9 * hourMs },
      { host: "c.example", created_at: T0 - hourMs, expires_at: T0 + 9 * hourMs },
    ]);
    expect(await rows("tokens", "id, created_at, expires_at")).toEqual([
      { id: "a", created_at: T0, expires_at: T0 + hourMs },
      { id: "b", created_at: T0, expires_at: null },
    ]);
    // Those of the wrong date do not use up an hour that comes years later.
    expect(await wereNotified(store.db, "comment", 1, T0 + hourMs)).toBe(false);
    expect(await readMeta(store.db, "newsletter.next_mail_at")).toBe(String(T0 + hourMs));
  });

  it("writes nothing where no time is ahead", async () => {
    const store = await open();
    await using _watching = store.watch();
    await expect.poll(() => store.version(), { interval: 5 }).not.toBeNull();
    const version = store.version();
    await setBack(store, yearMs);
    expect(store.version()).toBe(version);
  });
});
