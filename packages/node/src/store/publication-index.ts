import type { Address } from "@freehold/protocol";
import type { Publication } from "./publications.ts";
import { publicationColumns } from "./publications.ts";
import type { Reader } from "./store.ts";

/** What of an index is asked for: `since` in seconds, exclusive; null for all. */
export interface IndexPage {
  publisher: Address;
  since: number | null;
  limit: number;
  offset: number;
}

/** How many signed publications of the publisher are later than `since` (spec 4.3). */
export async function countIndex(db: Reader, publisher: Address, since: number | null): Promise<number> {
  const { count } = await signedOf(db, publisher, since)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of the index (spec 4.3): signed alone, oldest first, those of one second in the order of signing. */
export async function readIndexPage(db: Reader, page: IndexPage): Promise<Publication[]> {
  const keys = signedOf(db, page.publisher, page.since)
    .select("id as key")
    .orderBy("sort_time")
    .orderBy("seq")
    .orderBy("id")
    .limit(page.limit)
    .offset(page.offset);
  return db
    .selectFrom(keys.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select(publicationColumns)
    .orderBy("publications.sort_time")
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
    .select(["sort_time as timestamp", "seq"])
    .orderBy("sort_time", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const deleted = await db
    .selectFrom("publication_tombstones")
    .select("timestamp")
    .where("publisher_address", "=", publisher)
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
    .where("publisher_address", "=", publisher)
    .where("state", "=", "signed")
    .$if(since !== null, (query) => query.where("sort_time", ">", since));
}
