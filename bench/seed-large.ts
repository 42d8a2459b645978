import "../packages/node/test/support/load-modules.ts";
import { DatabaseSync } from "node:sqlite";
import { readConfig } from "../packages/node/src/config/config.ts";
import { createLog } from "../packages/node/src/observability/log.ts";
import { openNode } from "../packages/node/src/startup/open-node.ts";
import { listNames, recount } from "../packages/node/src/store/publications/mark-publications.ts";
import { sqliteFile } from "../packages/node/src/store/sqlite/dialect.ts";
import { type Seeded, seedNode } from "./seed-node.ts";

/** Posts that are signed; the others are copies of them. */
const signed = 1_000;

/** Where things are on a large node. */
export interface SeededLarge extends Seeded {
  /** The number of the newest post. */
  id: number;
  /** Second, order and number of a post in the middle of all. */
  position: number[];
}

/**
 * Makes a data folder like `seedNode` with so many posts (a multiple of 1,000) by copying the first thousand in SQL, each
 * copy earlier by as many seconds as there are in the ones before. Nobody verifies copies: their signatures are not of
 * their second. They share contents, and in the search they have the first words of their text.
 */
export async function seedLarge(dataDir: string, count: number): Promise<SeededLarge> {
  const seeded = await seedNode(dataDir, signed);
  const copies = count / signed - 1;
  const database = new DatabaseSync(sqliteFile(dataDir));
  database.exec(`
    pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = memory;
    begin;
    create temp table copies as with recursive numbers (k) as (select 1 union all select k + 1 from numbers limit ${copies})
      select k, k * ${signed + 1} as shift from numbers;
    insert into publications
      (id, publisher_address, kind, state, content_hash, media_type, slug, "timestamp", signature, proof_type, seq, created_at, updated_at)
      select id + shift, publisher_address, kind, state, content_hash, media_type, slug || '-' || k, "timestamp" - shift, signature,
        proof_type, seq, created_at - shift * 1000, updated_at - shift * 1000
      from copies, (select * from publications where kind = 'POST') order by k desc, id;
    insert into publication_hashtags (publication_id, tag, publisher_address, sort_time, seq)
      select publication_id + shift, tag, publisher_address, sort_time - shift, seq
      from copies, (select * from publication_hashtags) order by k desc;
    insert into search_documents (id, kind, subject_id, publication_id, is_public, marks, title, body)
      select id - (shift << 19), kind, subject_id + shift, publication_id + shift, is_public, marks, title, substr(body, 1, 60)
      from copies, (select * from search_documents) order by k desc;
    ${["search_everything", "search_readers"]
      .map(
        (index) => `insert into ${index} (rowid, title, body, marks)
          select id, lower(title), lower(body), '_.' || replace(lower(title), ' ', ' _.') || ' ' || marks || ' _all' from search_documents where subject_id > ${signed + 1} order by id;`,
      )
      .join("\n")}
    insert into meta (key, value) values ('search_progress', '2:done') on conflict (key) do update set value = excluded.value;
    commit;
    pragma wal_checkpoint(truncate)`);
  const newest = database.prepare("select max(id) as id from publications where id <= ?").get(signed + 1);
  const middle = database
    .prepare(
      `select "timestamp" as second, seq, id from publications where publisher_address = ? and state = 'signed'
        order by sort_time limit 1 offset ?`,
    )
    .get(seeded.address, count / 2);
  database.close();
  const config = readConfig({ FREEHOLD_DATA: dataDir, FREEHOLD_LOG_LEVEL: "fatal" });
  await using node = await openNode(config, createLog(config));
  for (const list of listNames)
    await node.store.transaction((tx) => recount(tx, { publisher: seeded.address, list }));
  const position = [middle?.second, middle?.seq, middle?.id].map(Number);
  return { ...seeded, id: Number(newest?.id), position };
}
