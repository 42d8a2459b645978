import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { classifyWrite } from "./public-writes.ts";

/** A new table counts as public until somebody says here, and in its traits, that it is not. */
const privateTables = [
  "jobs",
  "peer_events",
  "import_jobs",
  "interrupted_rows",
  "agent_drafts",
  "subscribers",
  "newsletter_refusals",
  "newsletter_deliveries",
  "newsletter_issues",
  "feeds",
  "feed_entries",
  "feed_subscriptions",
  "read_later",
  "sent_mentions",
  "notifications",
  "outbox",
  "passkeys",
  "post_reads",
  "publication_changes",
  "peers",
  "comment_signatures",
  "pulls",
  "push_subscriptions",
  "replica_usage",
  "used_sign_ins",
  "tokens",
  "trash",
  "trash_rows",
  "webhook_deliveries",
  "webhooks",
].sort();

forEachDatabase((_name, open) => {
  it("counts every table as public but those that no public read is made of", async () => {
    const store = await open();
    const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
    const isPrivate = (table: string) =>
      [`insert into "${table}" values (1)`, `update "${table}" set a = 1`, `delete from "${table}"`].every(
        (sql) => classifyWrite(sql) === "none",
      );
    expect(
      tables
        .filter(isPrivate)
        .filter((table) => !table.startsWith("search_"))
        .sort(),
    ).toEqual(privateTables);
  });
});

it.each([
  ["select 1", "none"],
  [" select id from publications for update", "none"],
  ["pragma data_version", "none"],
  ["begin immediate", "none"],
  ["with wanted (a) as (values (1)) select a from wanted for no key update of publications", "none"],
  ['insert into "publications" ("id") values (?)', "rows"],
  ["INSERT OR IGNORE INTO publications VALUES (1)", "rows"],
  ["replace into publications values (1)", "rows"],
  ["\n  update publications set id = 1", "rows"],
  ['delete from "comments"', "rows"],
  ['insert into "outbox" select * from publications on conflict do update set "id" = 1', "none"],
  ['update "outbox" set a = (select 1 from publications)', "none"],
  ["with result (a) as (values (1)) update outbox set a = 1 from result", "none"],
  [
    "with result (a) as (values (1)) insert into outbox values (1) on conflict (a) do update set a = 2",
    "none",
  ],
  ["with result (a) as (values (1)) update publications set a = 1 from result", "unknown"],
  ["with gone as (delete from publications returning id) insert into outbox select id from gone", "unknown"],
  ["create table a (b)", "unknown"],
  ['insert into "freehold_snapshot_1"."outbox" select 1', "rows"],
  ["truncate outbox", "unknown"],
  ["/* private */ insert into meta values (1)", "none"],
  ["insert into meta values ('/* private */')", "rows"],
])("classifies %s", (sql, expected) => {
  expect(classifyWrite(sql)).toBe(expected);
});
