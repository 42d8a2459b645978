import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Hex } from "@freehold/protocol";
import { type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { dialectOf } from "./database.ts";
import { prepareQuery } from "./prepare-query.ts";
import { findRow } from "./query-results.ts";
import { listTables } from "./tables/list-tables.ts";
import type { ContentsTable } from "./tables/publications.ts";

/** A blob that a publication or the profile may refer to. */
export type Content = Omit<ContentsTable, "bytes">;

/** How many contents one query of the walk looks at, so that it never holds the others up. */
const WALK = 1_000;

const insertContent = prepareQuery((db, { hash, size, now }: { hash: Hex; size: number; now: number }) =>
  db
    .insertInto("contents")
    .values({ hash, size, createdAt: now })
    .onConflict((conflict) => conflict.column("hash").doNothing()),
);

interface NewContent {
  hash: Hex;
  size: number;
  /** ms */
  now: number;
}

/** Notes that the blob is here; one that is known already stays as it is. */
export async function saveContent(tx: Tx, content: NewContent): Promise<void> {
  await insertContent(tx, content);
}

const insertBytes = prepareQuery((db, { hash, size, now, bytes }: NewContent & { bytes: Uint8Array }) =>
  db
    .insertInto("contents")
    .values({ hash, size, createdAt: now, bytes })
    .onConflict((conflict) =>
      conflict
        .column("hash")
        .doUpdateSet((eb) => ({ bytes: eb.ref("excluded.bytes") }))
        .where("contents.bytes", "is", null),
    ),
);

/** The same with the bytes, which are in the database then. They are added where the content is known without them: its file may be lost. */
export async function saveSmallContent(tx: Tx, content: NewContent & { bytes: Uint8Array }): Promise<void> {
  await insertBytes(tx, content);
}

/** The bytes of a content in the database; null where they are a file, or nowhere. */
export async function findContentBytes(db: Reader, hash: Hex): Promise<Uint8Array | null> {
  const row = await findRow(db.selectFrom("contents").select("bytes").where("hash", "=", hash));
  return row?.bytes ?? null;
}

/** How many bytes of a content are in the database; null where they are a file, or nowhere. */
export async function measureContentBytes(db: Reader, hash: Hex): Promise<number | null> {
  const length = sql<number | null>`octet_length(bytes)`;
  const row = await findRow(db.selectFrom("contents").select(length.as("length")).where("hash", "=", hash));
  return row?.length ?? null;
}

/** Removes the bytes of a content from the database. */
export async function removeContentBytes(tx: Tx, hash: Hex): Promise<void> {
  await tx.updateTable("contents").set({ bytes: null }).where("hash", "=", hash).execute();
}

export function findContent(db: Reader, hash: Hex): Promise<Content | null> {
  return findRow(db.selectFrom("contents").select(["hash", "size", "createdAt"]).where("hash", "=", hash));
}

/** Whether a row of any table names a content that is compared with `hash`, a value or a column. */
function isNamed(hash: RawBuilder<unknown>): RawBuilder<boolean> {
  const places = listTables().flatMap(({ name, contents = [] }) =>
    contents.map(
      (column) =>
        sql`exists (select 1 from ${sql.table(name)} where ${sql.ref(`${name}.${column}`)} = ${hash})`,
    ),
  );
  return sql<boolean>`(${sql.join(places, sql` or `)})`;
}

/** Whether something refers to a content: a publication in any state, an earlier text of one, a picture of a profile or a name. */
export async function isReferenced(db: Reader, hash: Hex): Promise<boolean> {
  const { rows } = await sql`select 1 where ${isNamed(sql`${hash}`)}`.execute(db);
  return rows.length > 0;
}

/** Forgets the content unless something refers to it. @returns whether it is forgotten now by this call. */
export async function deleteContentIfUnreferenced(tx: Tx, hash: Hex): Promise<boolean> {
  // The row is held first, so that nobody can begin to refer to it between the look and the deed.
  const row = await tx
    .selectFrom("contents")
    .select("hash")
    .where("hash", "=", hash)
    .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row || (await isReferenced(tx, hash))) return false;
  await tx.deleteFrom("contents").where("hash", "=", hash).execute();
  return true;
}

/** All contents that nothing refers to. It walks all contents in pages, and lets others work in between. */
export async function* walkUnreferencedContents(db: Reader): AsyncGenerator<Content> {
  let after: string | null = "";
  while (after !== null) {
    const page = await readWalkPage(db, after);
    yield* page.unreferenced;
    after = page.last;
    await setImmediate();
  }
}

async function readWalkPage(db: Reader, after: string) {
  const walked = db
    .selectFrom("contents")
    .select(["hash", "size", "createdAt"])
    .where("hash", ">", after as Hex)
    .orderBy("hash")
    .limit(WALK);
  const rows = await db
    .selectFrom(walked.as("walked"))
    .select(["hash", "size", "createdAt", isNamed(sql.ref("walked.hash")).as("referenced")])
    .orderBy("hash")
    .execute();
  const unreferenced = rows.flatMap(({ referenced, ...content }) => (referenced ? [] : [content]));
  return { unreferenced, last: rows.length < WALK ? null : (rows.at(-1)?.hash ?? null) };
}

/** Contents by hash, up to `limit` of them behind `after` (null: from the first one). */
export function listContents(
  db: Reader,
  { after, limit }: { after: Hex | null; limit: number },
): Promise<Content[]> {
  return db
    .selectFrom("contents")
    .select(["hash", "size", "createdAt"])
    .$if(after !== null, (query) => query.where("hash", ">", after))
    .orderBy("hash")
    .limit(limit)
    .execute();
}

const columns = ["contents.hash", "contents.size", "contents.createdAt"] as const;

/** The contents of the publications that were made last, the newest first. */
export function listNewestContents(db: Reader, limit: number): Promise<Content[]> {
  return db
    .selectFrom("publications")
    .innerJoin("contents", "contents.hash", "publications.contentHash")
    .select(columns)
    .orderBy("publications.id", "desc")
    .limit(limit)
    .execute();
}

/** Some contents: of the newest publications, and as many after a random position in the order of hashes. */
export async function sampleContents(db: Reader, most: number): Promise<Content[]> {
  const newest = await listNewestContents(db, Math.ceil(most / 2));
  const start: Hex = `0x${randomBytes(32).toString("hex")}`;
  const walk = db.selectFrom("contents").select(columns).orderBy("hash").limit(most);
  const behind = await walk.where("hash", ">=", start).execute();
  const rest = behind.length < most ? await walk.where("hash", "<", start).execute() : [];
  const all = new Map([...newest, ...behind, ...rest].map((content) => [content.hash, content]));
  return [...all.values()].slice(0, most);
}
