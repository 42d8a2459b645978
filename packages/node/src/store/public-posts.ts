import type { Address } from "@freehold/protocol";
import { prepareQuery } from "./prepare-query.ts";
import { type Publication, publicationColumns } from "./publications.ts";
import type { Reader } from "./store.ts";

/** A publication that readers see, and how many bytes it has. */
export interface PublicPost extends Publication {
  size: number;
}

const publicStates = ["local", "signed"] as const;

const selectCount = prepareQuery((db, { publisher }: { publisher: Address }) =>
  db
    .selectFrom("publications")
    .where("publisher_address", "=", publisher)
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
      .select(["id as key", "sort_time", "seq"])
      .where("publisher_address", "=", publisher)
      .where("state", "=", state)
      .orderBy("sort_time", "desc")
      .orderBy("seq", "desc")
      .orderBy("id", "desc")
      .limit(reach);
    return db.selectFrom(run.as(state)).select(["key", "sort_time", "seq"]);
  };
  return db
    .selectFrom(keysOf("local").unionAll(keysOf("signed")).as("candidates"))
    .select("key")
    .orderBy("sort_time", "desc")
    .orderBy("seq", "desc")
    .orderBy("key", "desc")
    .limit(limit)
    .offset(offset)
    .as("page");
}

const selectPage = prepareQuery((db, page: Page) =>
  db
    .selectFrom(pageOf(db, page))
    .innerJoin("publications", "publications.id", "page.key")
    .innerJoin("contents", "contents.hash", "publications.content_hash")
    .select([...publicationColumns, "contents.size"])
    .orderBy("publications.sort_time", "desc")
    .orderBy("publications.seq", "desc")
    .orderBy("publications.id", "desc"),
);

/** A page of what readers see, newest first. */
export async function readPublicPosts(db: Reader, page: Omit<Page, "reach">): Promise<PublicPost[]> {
  return await selectPage(db, { ...page, reach: page.offset + page.limit });
}

/** What the address of a post is made of, and when it changed: a signed one when it was signed, for it never does. */
export type PublicPlace = Pick<Publication, "id" | "slug" | "timestamp" | "updatedAt">;

const selectPlaces = prepareQuery((db, page: Page) =>
  db
    .selectFrom(pageOf(db, page))
    .innerJoin("publications", "publications.id", "page.key")
    .select([
      "publications.id",
      "publications.slug",
      "publications.timestamp",
      "publications.updated_at as updatedAt",
    ])
    .orderBy("publications.sort_time", "desc")
    .orderBy("publications.seq", "desc")
    .orderBy("publications.id", "desc"),
);

/** The same page as `readPublicPosts`, with as much of each post as thousands of them are read for. */
export async function readPublicPlaces(db: Reader, page: Omit<Page, "reach">): Promise<PublicPlace[]> {
  return await selectPlaces(db, { ...page, reach: page.offset + page.limit });
}
