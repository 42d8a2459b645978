import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { publicationColumns, type TimelinePosition } from "../tables/publications.ts";
import { coverColumns, type DetailedPublication } from "./publication-details.ts";
import {
  compareKey,
  countUntil,
  END,
  findMarkBefore,
  findMarkBehind,
  listed,
  readTotal,
} from "./publication-marks.ts";
import type { Publication } from "./publications.ts";

/** A publication that readers see, how many bytes it has, and its cover. */
export interface PublicPost extends Publication, Pick<DetailedPublication, "coverId" | "coverTimestamp"> {
  size: number;
}

interface Page {
  publisher: Address;
  limit: number;
  offset: number;
}

/** The key of a publication in one of a publisher's lists. */
interface Key extends Pick<Page, "publisher">, TimelinePosition {}

/** A part of a list beside a key. */
interface Stretch extends Page, Key {}

/** The posts on a site before a key, the newest first. The page is found in the index alone before any row is read. */
const readBack = (db: Reader, { publisher, limit, offset, timestamp, seq, id }: Stretch) => {
  const keys = listed(db, { publisher, list: "site" })
    .select("id as key")
    .where(compareKey("site", "<", { timestamp, seq, id }))
    .orderBy("siteTime", "desc")
    .orderBy("siteSeq", "desc")
    .orderBy("siteId", "desc")
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(keys.as("keys"))
    .innerJoin("publications", "publications.id", "keys.key")
    .orderBy("publications.siteTime", "desc")
    .orderBy("publications.siteSeq", "desc")
    .orderBy("publications.siteId", "desc");
};

const selectPosts = prepareQuery((db, stretch: Stretch) =>
  readBack(db, stretch)
    .innerJoin("contents", "contents.hash", "publications.contentHash")
    .select([...publicationColumns, "contents.size", ...coverColumns]),
);

const selectLocations = prepareQuery((db, stretch: Stretch) =>
  readBack(db, stretch).select(["publications.id", "publications.slug", "publications.modifiedAt"]),
);

/** The posts on a publisher's site: how many in all, and a page of them, newest first. */
export function readPublicPosts(db: Reader, page: Page): Promise<PublicPage<PublicPost>> {
  return readPage(db, page, selectPosts);
}

const selectPages = prepareQuery((db, { publisher, limit }: { publisher: Address; limit: number }) =>
  db
    .selectFrom("publications")
    .innerJoin("contents", "contents.hash", "publications.contentHash")
    .select([...publicationColumns, "contents.size", ...coverColumns])
    .where("publications.publisherAddress", "=", publisher)
    .where(sql<boolean>`publications.state <> 'draft' and publications.is_page = 1 and is_replaced = 0`)
    .orderBy("publications.siteTime")
    .orderBy("publications.siteSeq")
    .orderBy("publications.siteId")
    .limit(limit),
);

interface Tagged extends Key {
  tag: string;
  limit: number;
}

const selectTagged = prepareQuery((db, { publisher, tag, limit, timestamp, seq, id }: Tagged) => {
  const keys = db
    .selectFrom("publication_hashtags as tags")
    .innerJoin("publications", "publications.id", "tags.publicationId")
    .select("tags.publicationId as key")
    .where("tags.publisherAddress", "=", publisher)
    .where("tags.tag", "=", tag)
    .where(sql<boolean>`(tags.site_time, tags.site_seq, tags.site_id) < (${timestamp}, ${seq}, ${id})`)
    .where(
      sql<boolean>`publications.state <> 'draft' and publications.is_page = 0 and publications.is_replaced = 0`,
    )
    .orderBy("tags.siteTime", "desc")
    .orderBy("tags.siteSeq", "desc")
    .orderBy("tags.siteId", "desc")
    .limit(limit);
  return db
    .selectFrom(keys.as("keys"))
    .innerJoin("publications", "publications.id", "keys.key")
    .innerJoin("contents", "contents.hash", "publications.contentHash")
    .select([...publicationColumns, "contents.size", ...coverColumns])
    .orderBy("publications.siteTime", "desc")
    .orderBy("publications.siteSeq", "desc")
    .orderBy("publications.siteId", "desc");
});

/** The posts on a publisher's site with a tag (folded), newest first, before a position on the site. */
export function readTaggedPosts(
  db: Reader,
  { before, ...asked }: { publisher: Address; tag: string; limit: number; before: TimelinePosition | null },
): Promise<PublicPost[]> {
  return selectTagged(db, { ...asked, ...(before ?? { timestamp: END, seq: END, id: END }) });
}

const selectNewestBefore = prepareQuery((db, { publisher, second }: { publisher: Address; second: number }) =>
  listed(db, { publisher, list: "site" })
    .select("siteTime")
    .where("siteTime", "<", second)
    .orderBy("siteTime", "desc")
    .orderBy("siteSeq", "desc")
    .orderBy("siteId", "desc")
    .limit(1),
);

/** The last post on a publisher's site in a year, and how many are newer; the second of its place. */
export interface YearOfPosts {
  readonly second: number;
  readonly newer: number;
}

/** The newest years (UTC) in which a publisher's site has posts, the newest first. */
export async function listYears(
  db: Reader,
  { publisher, limit }: Pick<Page, "publisher" | "limit">,
): Promise<YearOfPosts[]> {
  const list = { publisher, list: "site" } as const;
  const total = await readTotal(db, list);
  const years: YearOfPosts[] = [];
  for (let before = END; years.length < limit; ) {
    const [newest] = await selectNewestBefore(db, { publisher, second: before });
    const second = newest?.siteTime ?? null;
    if (second === null) break;
    years.push({ second, newer: total - (await countUntil(db, list, second)) });
    before = Math.floor(startOfYear(second) / 1000);
  }
  return years;
}

function startOfYear(second: number): number {
  const date = new Date(second * 1000);
  date.setUTCMonth(0, 1);
  return date.setUTCHours(0, 0, 0, 0);
}

/** The pages of a publisher's site, the oldest first. */
export function readPublicPages(
  db: Reader,
  page: { publisher: Address; limit: number },
): Promise<PublicPost[]> {
  return selectPages(db, page);
}

/** A publication whose neighbours are read. */
type Between = Key & Pick<Publication, "kind" | "original">;

const selectBeside = (side: "older" | "newer") =>
  prepareQuery((db, { publisher, original, kind, timestamp, seq, id }: Between) => {
    const [operator, direction] = side === "older" ? (["<", "desc"] as const) : ([">", "asc"] as const);
    return (
      listed(db, { publisher, list: "site" })
        .innerJoin("contents", "contents.hash", "publications.contentHash")
        .select([...publicationColumns, "contents.size", ...coverColumns])
        .where(compareKey("site", operator, { timestamp, seq, id }))
        // Another version of the same post is not a neighbour.
        .where((where) => where.or([where("original", "is", null), where("original", "!=", original)]))
        .where(sql<boolean>`(publications.kind = 'POST' or ${kind} = 'FILE')`)
        .orderBy("publications.siteTime", direction)
        .orderBy("publications.siteSeq", direction)
        .orderBy("publications.siteId", direction)
        .limit(1)
    );
  });

const selectOlder = selectBeside("older");
const selectNewer = selectBeside("newer");

/**
 * The publications right before and after a publication on a publisher's site, other than its own versions; null at an end. The
 * neighbours of a post are posts only, because the files between them are mostly their pictures; those of a file are of any kind.
 *
 * @param key.original what names its versions; null for a post with one
 */
export async function readNeighbours(
  db: Reader,
  { original, ...key }: Between,
): Promise<{ older: PublicPost | null; newer: PublicPost | null }> {
  const between = { ...key, original: original ?? noHash };
  const [older = null] = await selectOlder(db, between);
  const [newer = null] = await selectNewer(db, between);
  return { older, newer };
}

/** An id that no publication has; unlike null it can be compared. */
const noHash = "" as Hex;

/** The fields that a post's URL and its date of change are made of. */
export type PostLocation = Pick<Publication, "id" | "slug" | "modifiedAt">;

/** Reads the page of `readPublicPosts` with these fields only. */
export function readPublicLocations(db: Reader, page: Page): Promise<PublicPage<PostLocation>> {
  return readPage(db, page, selectLocations);
}

export interface PublicPage<Post> {
  posts: Post[];
  total: number;
}

async function readPage<Post>(
  db: Reader,
  { publisher, limit, offset }: Page,
  select: (db: Reader, stretch: Stretch) => Promise<Post[]>,
): Promise<PublicPage<Post>> {
  const list = { publisher, list: "site" } as const;
  const total = await readTotal(db, list);
  if (limit === 0 || offset >= total) return { posts: [], total };
  // The page is `behind.position - (total - offset)` publications before this mark.
  const behind = await findMarkBehind(db, { ...list, position: total - offset });
  if (!behind) return { posts: [], total };
  const skipped = behind.position - (total - offset);
  return { posts: await select(db, { ...behind, publisher, limit, offset: skipped }), total };
}

/** The wanted part of an index: `since` in seconds, exclusive; null for all. */
export interface IndexPage extends Page {
  since: number | null;
}

const selectIndexPage = prepareQuery((db, { publisher, timestamp, seq, id, limit, offset }: Stretch) => {
  const keys = listed(db, { publisher, list: "index" })
    .select("id as key")
    .where(sql<boolean>`(sort_time, seq, id) >= (${timestamp}, ${seq}, ${id})`)
    .orderBy("sortTime")
    .orderBy("seq")
    .orderBy("id")
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(keys.as("keys"))
    .innerJoin("publications", "publications.id", "keys.key")
    .select(publicationColumns)
    .orderBy("publications.sortTime")
    .orderBy("publications.seq")
    .orderBy("publications.id");
});

/**
 * A page of the index (spec 4.3): signed alone, oldest first, those of one second in the order of signing. `total` is of
 * all that are later than `since`.
 */
export async function readIndexPage(
  db: Reader,
  { publisher, since, limit, offset }: IndexPage,
): Promise<PublicPage<Publication>> {
  const list = { publisher, list: "index" } as const;
  const earlier = since === null ? 0 : await countUntil(db, list, since);
  const total = (await readTotal(db, list)) - earlier;
  if (offset >= total) return { posts: [], total };
  const before = await findMarkBefore(db, { ...list, position: earlier + offset });
  const skipped = earlier + offset - before.position;
  return { posts: await selectIndexPage(db, { ...before, publisher, limit, offset: skipped }), total };
}

/**
 * The last signature of that publisher, also of a deleted publication; null for none. A deleted one counts only if other
 * nodes may have it.
 *
 * @param acceptedUntil the last second that other nodes accept
 */
export async function lastSigned(
  db: Reader,
  publisher: Address,
  acceptedUntil: number,
): Promise<{ timestamp: number; seq: number } | null> {
  const newest = await db
    .selectFrom("publications")
    .select(["sortTime as timestamp", "seq"])
    .where("publisherAddress", "=", publisher)
    // By `sort_time`, which is the timestamp of a signed publication and is in the index of the table.
    .where("state", "=", "signed")
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const deleted = await db
    .selectFrom("publication_tombstones")
    .select("timestamp")
    .where("publisherAddress", "=", publisher)
    .where("timestamp", "<=", acceptedUntil)
    .orderBy("timestamp", "desc")
    .limit(1)
    .executeTakeFirst();
  if (deleted && deleted.timestamp > (newest?.timestamp ?? -1))
    return { timestamp: deleted.timestamp, seq: 0 };
  return newest ?? null;
}
