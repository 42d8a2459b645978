import { StatementSync } from "node:sqlite";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { expect, it, vi } from "vitest";
import { freshDatabase } from "../../../test/support/databases.ts";
import { openStore } from "../open-store.ts";
import { FairQueue } from "./driver.ts";

async function withTable(work: (db: Kysely<unknown>) => Promise<void>): Promise<void> {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  const db = store.db as unknown as Kysely<unknown>;
  await sql`create table things (id integer primary key, name text)`.execute(db);
  await sql`insert into things (name) values ('one'), ('two')`.execute(db);
  await work(db);
}

const everything = CompiledQuery.raw("select * from things order by id");

it("gives rows as ordinary objects", () =>
  withTable(async (db) => {
    const { rows } = await db.executeQuery(everything);
    expect(rows).toStrictEqual([
      { id: 1, name: "one" },
      { id: 2, name: "two" },
    ]);
    expect(
      (await sql`insert into things (name) values ('three') returning id`.execute(db)).rows,
    ).toStrictEqual([{ id: 3 }]);
  }));

it.each([
  ["another column", "alter table things add column size integer", { id: 1, name: "one", size: null }],
  ["another name", "alter table things rename column name to title", { id: 1, title: "one" }],
])("gives a row of a table that got %s its columns of now", async (_what, change, row) =>
  withTable(async (db) => {
    await db.executeQuery(everything);
    await db.executeQuery(CompiledQuery.raw(change));
    expect((await db.executeQuery(everything)).rows[0]).toStrictEqual(row);
  }),
);

it("writes a limit so that SQLite does not compile for its value", () =>
  withTable(async (db) => {
    const all = vi.spyOn(StatementSync.prototype, "all");
    const things = (db as Kysely<{ things: { id: number } }>).selectFrom("things").select("id").orderBy("id");
    expect(await things.limit(1).offset(1).execute()).toEqual([{ id: 2 }]);
    expect(await things.limit(sql.lit(1)).execute()).toEqual([{ id: 1 }]);
    const statements = (all.mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL);
    expect(statements[0]).toContain("limit ? + 0 offset");
    expect(statements[1]).toMatch(/limit 1$/);
    all.mockRestore();
  }));

it("lets one through at a time, in the order in which they came", async () => {
  const queue = new FairQueue();
  const order: number[] = [];
  let inside = 0;
  const visit = async (number: number) => {
    await queue.acquire();
    inside += 1;
    expect(inside).toBe(1);
    await Promise.resolve();
    order.push(number);
    inside -= 1;
    queue.release();
  };
  await Promise.all([0, 1, 2, 3, 4].map(visit));
  await visit(5);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
});
