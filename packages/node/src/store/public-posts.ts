import type { Address } from "@freehold/protocol";
import type { Reader } from "./database.ts";
import { prepareQuery } from "./prepare-query.ts";
import type { Publication } from "./publications.ts";
import { countRows } from "./query-results.ts";
import { publicationColumns } from "./tables/publications.ts";

/** A publication that readers see, and how many bytes it has. */
export interface PublicPost extends Publication {
  size: number;
}

const publicStates = ["local", "signed"] as const;

const selectCount = prepareQuery((db, { publisher }: { publisher: Address }) =>
  db
    .selectFrom("publications")
    .where("publisherAddress", "=", publisher)
    .where("state", "in", publicStates)
    .select((eb) => eb.fn.countAll<number>().as("count")),
);

/** How many publications of a publisher readers see: local and signed ones, never drafts. */
export async function countPublicPosts(db: Reader, publisher: Address): Promise<number> {
  const [row] = await selectCount(db, { publisher });
  return Number(row?.count ?? 0);
}

interface Page {
  publisher: Address;
  limit: number;
  offset: number;
  /** `offset` and `limit` together. */
  reach: number;
}

/** The ids of a page, as a table to join. */
function pageOf(db: Reader, { publisher, limit, offset, reach }: Page) {
  // Each state has its own ordered run in the index; of each no more is read than the page could need.
  const keysOf = (state: (typeof publicStates)[number]) => {
    const run = db
      .selectFrom("publications")
      .select(["id as key", "sortTime", "seq"])
      .where("publisherAddress", "=", publisher)
      .where("state", "=", state)
      .orderBy("sortTime", "desc")
      .orderBy("seq", "desc")
      .orderBy("id", "desc")
      .limit(reach);
    return db.selectFrom(run.as(state)).select(["key", "sortTime", "seq"]);
  };
  return db
    .selectFrom(keysOf("local").unionAll(keysOf("signed")).as("candidates"))
    .select("key")
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("key", "desc")
    .limit(limit)
    .offset(offset)
    .as("page");
}

/** A page of what readers see, newest first, joined with its publications. */
const joinPage = (db: Reader, page: Page) =>
  db
    .selectFrom(pageOf(db, page))
    .innerJoin("publications", "publications.id", "page.key")
    .orderBy("publications.sortTime", "desc")
    .orderBy("publications.seq", "desc")
    .orderBy("publications.id", "desc");

const selectPosts = prepareQuery((db, page: Page) =>
  joinPage(db, page)
    .innerJoin("contents", "contents.hash", "publications.contentHash")
    .select([...publicationColumns, "contents.size"]),
);

const selectLocations = prepareQuery((db, page: Page) =>
  joinPage(db, page).select([
    "publications.id",
    "publications.slug",
    "publications.timestamp",
    "publications.updatedAt",
  ]),
);

/** Reads a page of what readers see, newest first. */
export function readPublicPosts(db: Reader, page: Omit<Page, "reach">): Promise<PublicPost[]> {
  return selectPosts(db, { ...page, reach: page.offset + page.limit });
}

/** The fields that a post's URL and its date of change are made of. A signed post never changes. */
export type PostLocation = Pick<Publication, "id" | "slug" | "timestamp" | "updatedAt">;

/** Reads the page of `readPublicPosts` with these fields only. */
export function readPublicLocations(db: Reader, page: Omit<Page, "reach">): Promise<PostLocation[]> {
  return selectLocations(db, { ...page, reach: page.offset + page.limit });
}

/** What of an index is asked for: `since` in seconds, exclusive; null for all. */
export interface IndexPage {
  publisher: Address;
  since: number | null;
  limit: number;
  offset: number;
}

/** How many signed publications of the publisher are later than `since` (spec 4.3). */
export function countIndex(db: Reader, publisher: Address, since: number | null): Promise<number> {
  return countRows(signedOf(db, publisher, since));
}

/** A page of the index (spec 4.3): signed alone, oldest first, those of one second in the order of signing. */
export async function readIndexPage(db: Reader, page: IndexPage): Promise<Publication[]> {
  const keys = signedOf(db, page.publisher, page.since)
    .select("id as key")
    .orderBy("sortTime")
    .orderBy("seq")
    .orderBy("id")
    .limit(page.limit)
    .offset(page.offset);
  return db
    .selectFrom(keys.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select(publicationColumns)
    .orderBy("publications.sortTime")
    .orderBy("publications.seq")
    .orderBy("publications.id")
    .execute();
}

/** What was signed last by that publisher, also when it was deleted since; null for nothing. */
export async function lastSigned(
  db: Reader,
  publisher: Address,
): Promise<{ timestamp: number; seq: number } | null> {
  const newest = await signedOf(db, publisher, null)
    .select(["sortTime as timestamp", "seq"])
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const deleted = await db
    .selectFrom("publication_tombstones")
    .select("timestamp")
    .where("publisherAddress", "=", publisher)
    .orderBy("timestamp", "desc")
    .limit(1)
    .executeTakeFirst();
  if (deleted && deleted.timestamp > (newest?.timestamp ?? -1))
    return { timestamp: deleted.timestamp, seq: 0 };
  return newest ?? null;
}

/** By `sort_time`, which is the timestamp of what is signed, for it is in the index of the table. */
function signedOf(db: Reader, publisher: Address, since: number | null) {
  return db
    .selectFrom("publications")
    .where("publisherAddress", "=", publisher)
    .where("state", "=", "signed")
    .$if(since !== null, (query) => query.where("sortTime", ">", since));
}
