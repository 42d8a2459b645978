import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LimitTable, limitTables } from "./limits.ts";

const source = join(import.meta.dirname, "..");
const folders = [source, join(source, "../../protocol/src")];

/** Numbers at the top of a file that bound nothing which anybody could send, keep or wait for. */
const noLimits: Readonly<Record<string, string>> = {
  "blobs/images.ts": "how much of a file is looked at for its size",
  "jobs/queue.ts": "how often old rows are looked for, and how many are deleted in one transaction",
  "jobs/running-rows.ts": "how patience grows",
  "jobs/peer-health.ts": "how exactly a time is kept",
  "domain/backup/archive-format.ts": "what an archive of the owner's own is made of",
  "domain/backup/import-rows.ts": "an archive of the owner's own",
  "domain/backup/read-archive.ts": "an archive of the owner's own",
  "domain/backup/restore.ts": "an archive of the owner's own",
  "domain/backup/spool-rows.ts": "in which pieces it is written",
  "domain/backup/write.ts": "an archive of the owner's own",
  "domain/connections/peers.ts": "a page of what it reads itself",
  "domain/connections/stale-peers.ts": "how much is removed in one transaction",
  "domain/contents/check.ts": "how much is looked at in one go, and how often",
  "domain/contents/mend.ts": "how much is mended in one go",
  "domain/contents/sweep.ts": "how much one transaction removes, and how often a hold is renewed",
  "domain/diagnosis/make-bytes.ts": "in which pieces they are made",
  "domain/export/format.ts": "which form of an export it is",
  "domain/export/report.ts": "how much of the owner's own is told in words",
  "domain/export/comments.ts": "a page of what it reads itself",
  "domain/export/connections.ts": "a page of what it reads itself",
  "domain/export/write.ts": "a page of what it reads itself",
  "domain/export/publications.ts": "how long the name of a file is",
  "domain/prune-queues.ts": "a page of what it reads itself",
  "domain/outbox.ts": "a page of what it reads itself",
  "domain/publications/deliver.ts": "how young a follow is spared; no resource",
  "domain/publications/references.ts": "how far back it looks for the words of a picture",
  "domain/publications/content-bytes.ts": "how much the library that tells media types looks at",
  "domain/publications/schedule.ts": "how much is published in one transaction",
  "domain/replication/catch-up.ts": "the page that it asks for",
  "domain/replication/queue-index-page.ts": "after how much work it lets others go on",
  "domain/search/make-snippet.ts": "where in a snippet the match stands",
  "domain/search/search.ts": "weights of the ranking",
  "domain/search/reindex.ts": "how much is indexed in one transaction",
  "http/bytes/compression.ts": "how the same weight is told apart",
  "http/site/preferences.ts": "for how long a browser keeps a reader's choice",
  "domain/access/keystore.ts": "the owner's own file",
  "domain/access/signer.ts": "what a key is",
  "limiter/rates.ts": "the price of a token in its own currency",
  "observability/log-lines.ts": "numbers of pino's",
  "store/choose-due-rows.ts": "which way of asking is the faster one",
  "store/count-rows.ts": "a page of what it reads itself",
  "store/contents.ts": "a page of what it reads itself",
  "store/postgres/dialect.ts": "a number of PostgreSQL's",
  "store/postgres/search.ts": "a number of PostgreSQL's",
  "store/search-query.ts": "a weight of the ranking",
  "store/sqlite/dialect.ts": "numbers of SQLite's",
  "store/pulls.ts": "how many values a statement has",
  "store/sqlite/snapshots.ts": "room that is left on the disk",
  "store/snapshots.ts": "how many copies are kept",
  "store/sqlite/driver.ts": "how many prepared statements are kept, and a number of SQLite's",
  "store/search.ts": "how much of an identifier is the time",
  "store/database.ts": "how often a transaction is tried that met another one",
  "store/backup-tables.ts": "a page of what it reads itself",
  "store/timeline.ts": "a page of what it reads itself",
  "protocol/messages/eip712.ts": "what is hashed",
  "protocol/crypto/keystore/keystore.ts": "the owner's own file",
};

/** A whole statement that gives a number a name, at the top of a file: `const x = 64 * 1024;`. */
const numbered = /^(?:export )?const (\w+)(?:: number)? = [\d_.]+(?:\s*[*+-]+\s*[\d_.\w]+)*;$/gm;
const units = new Set(["secondMs", "minuteMs", "hourMs", "dayMs", "KiB", "MiB"]);

test("a number at the top of a source is a unit, in a table of limits, or here with its reason", () => {
  const found = new Set<string>();
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.ts$/.test(file) || /\.test\.ts$|^cli\/|limits\.ts$/.test(file)) continue;
      const names = [...readFileSync(join(folder, file), "utf8").matchAll(numbered)].map(([, name]) => name);
      if (names.every((name) => units.has(name ?? ""))) continue;
      found.add(folder === folders[0] ? file : `protocol/${file}`);
    }
  }
  expect([...found].filter((file) => !Object.hasOwn(noLimits, file))).toEqual([]);
  expect(Object.keys(noLimits).filter((file) => !found.has(file))).toEqual([]);
});

test("every table of limits is on the one list, and its rows say what they bound and what happens beyond", () => {
  const tables: readonly LimitTable[] = Object.values(limitTables);
  const rows = tables.flatMap(({ limits }) => Object.entries(limits));
  for (const [name, { value, bounds, beyond }] of rows) {
    expect(value, name).toBeGreaterThan(0);
    expect(bounds, name).not.toMatch(/\.$|^$/);
    expect(beyond, name).not.toBe("");
  }
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const declared = files.filter((file) => {
    if (!/limits\.ts$/.test(file)) return false;
    return readFileSync(join(source, file), "utf8").includes("= valuesOf(");
  });
  // The protocol's own table is in its package.
  expect(declared).toHaveLength(tables.length - 1);
});
