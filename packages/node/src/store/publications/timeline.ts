import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { prepareQueries } from "../prepare-query.ts";
import { countRows } from "../query-results.ts";
import {
  type PublicationKind,
  type PublicationState,
  type TimelinePosition,
  timelinePosition,
} from "../tables/publications.ts";
import { type Detail, type DetailedPublication, detailedColumns } from "./publication-details.ts";
import type { Publication } from "./publications.ts";

/** The selection of publications; by default of all publishers, of all kinds and in all states. */
export interface TimelineFilter {
  publisher?: Address;
  states?: readonly PublicationState[];
  kinds?: readonly PublicationKind[];
  /** A hashtag of the text, folded. */
  tag?: string;
  /** Only pages of the site, or only other publications. */
  isPage?: boolean;
  /** Without publications that have a newer version. */
  newestOnly?: boolean;
  /** Without publications of the addresses that the owner blocked. */
  withoutBlocked?: boolean;
  /** Seconds, inclusive. */
  since?: number;
  /** Seconds, exclusive. */
  until?: number;
}

export interface TimelinePage extends TimelineFilter {
  /** null: all of them, at once in memory; `iterateTimeline` is kinder. */
  limit: number | null;
  /** Goes on behind this place. */
  before?: TimelinePosition;
}

const EVERY_STATE: readonly PublicationState[] = ["draft", "local", "signed"];
const ITERATED_PAGE = 200;

/** The parts of a page that shape its query, besides its parameters. */
export interface PageShape {
  readonly states: readonly PublicationState[];
  readonly hasTag: boolean;
  readonly hasPosition: boolean;
  readonly hasSince: boolean;
  readonly hasUntil: boolean;
  readonly isPage: 0 | 1 | null;
  readonly newestOnly: boolean;
  readonly withoutBlocked: boolean;
}

interface Shape extends PageShape {
  readonly kinds: readonly (PublicationKind | null)[];
  readonly hasPublisher: boolean;
  /** In the query itself: SQLite takes twice as long to sort for a limit that it does not know beforehand. */
  readonly limit: number | null;
  readonly wanted: readonly Detail[];
}

interface Parameters extends TimelinePosition {
  readonly publisher: Address;
  readonly tag: string;
  readonly since: number;
  readonly until: number;
}

/**
 * Publications, newest first.
 *
 * @param wanted what of other tables is read with them
 */
export async function readTimeline(
  db: Reader,
  page: TimelinePage,
  wanted: readonly Detail[] = [],
): Promise<DetailedPublication[]> {
  const { states, kinds, isPage, newestOnly, withoutBlocked, limit, before, ...asked } = page;
  if (states?.length === 0 || kinds?.length === 0) return [];
  const shape: Shape = {
    ...shapeOf(page),
    kinds: kinds === undefined ? [null] : [...new Set(kinds)].sort(),
    hasPublisher: asked.publisher !== undefined,
    limit,
    wanted,
  };
  return await selectPage(db, shape, { ...asked, ...before } as Parameters);
}

/** The shape of a query for a page of publications. */
export function shapeOf({
  states = EVERY_STATE,
  isPage,
  newestOnly = false,
  withoutBlocked = false,
  ...page
}: TimelineFilter & { before?: object }): PageShape {
  return {
    states: [...new Set(states)].sort(),
    hasTag: page.tag !== undefined,
    hasPosition: page.before !== undefined,
    hasSince: page.since !== undefined,
    hasUntil: page.until !== undefined,
    isPage: isPage === undefined ? null : isPage ? 1 : 0,
    newestOnly,
    withoutBlocked,
  };
}

const selectPage = prepareQueries((db, page: Parameters, shape: Shape) => {
  // Each state, and each kind where that matters, has its own ordered run in an index, and of each no more is read than
  // the page could need.
  const runs = shape.hasTag ? [keysOfTag(db, page, shape)] : keysOfRuns(db, page, shape);
  const keys = runs.reduce((all, run) => all.unionAll(run));
  const newest = db
    .selectFrom(keys.as("candidates"))
    .select("key")
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("key", "desc")
    .$if(shape.limit !== null, (query) => query.limit(sql.lit(Number(shape.limit))));
  return db
    .selectFrom(newest.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select(detailedColumns(shape.wanted))
    .orderBy("publications.sortTime", "desc")
    .orderBy("publications.seq", "desc")
    .orderBy("publications.id", "desc");
});

/** All publications, newest first, a page of them in memory at a time. */
export async function* iterateTimeline(db: Reader, filter: TimelineFilter = {}): AsyncGenerator<Publication> {
  let page = await readTimeline(db, { ...filter, limit: ITERATED_PAGE });
  for (;;) {
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < ITERATED_PAGE) return;
    page = await readTimeline(db, { ...filter, limit: ITERATED_PAGE, before: timelinePosition(last) });
  }
}

/** A list of the owner's shows nothing of a blocked address; what is here stays for the day of its unblocking. PostgreSQL may sort a whole table for an anti-join, and for `not in` doesn't. */
const isByNobodyBlocked = sql<boolean>`publications.publisher_address not in (select address from blocks)`;

function keysOfRuns(db: Reader, page: Parameters, shape: Shape) {
  return shape.states.flatMap((state) =>
    shape.kinds.map((kind) => keysOfRun(db, page, shape, { state, kind })),
  );
}

function keysOfRun(
  db: Reader,
  page: Parameters,
  { hasPublisher, hasPosition, hasSince, hasUntil, isPage, newestOnly, withoutBlocked, limit }: Shape,
  { state, kind }: { state: PublicationState; kind: PublicationKind | null },
) {
  const run = db
    .selectFrom("publications")
    .select(["id as key", "sortTime", "seq"])
    .where("state", "=", state)
    .$if(kind !== null, (query) => query.where("kind", "=", kind as PublicationKind))
    .$if(hasPublisher, (query) => query.where("publisherAddress", "=", page.publisher))
    .$if(isPage !== null, (query) => query.where("isPage", "=", isPage))
    .$if(newestOnly, (query) => query.where("isReplaced", "=", 0))
    .$if(withoutBlocked, (query) => query.where(isByNobodyBlocked))
    .$if(hasSince, (query) => query.where("sortTime", ">=", page.since))
    .$if(hasUntil, (query) => query.where("sortTime", "<", page.until))
    .$if(hasPosition, (query) =>
      query.where(sql<boolean>`(sort_time, seq, id) < (${page.timestamp}, ${page.seq}, ${page.id})`),
    )
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .$if(limit !== null, (query) => query.limit(sql.lit(Number(limit))));
  return db.selectFrom(run.as("run")).select(["key", "sortTime", "seq"]);
}

/** One run for all states and kinds: few rows of a tag are left out. */
function keysOfTag(db: Reader, page: Parameters, shape: Shape) {
  const { states, kinds, hasPublisher, hasPosition, hasSince, hasUntil, isPage, newestOnly, limit } = shape;
  const { withoutBlocked } = shape;
  const ofKinds = kinds.filter((kind) => kind !== null);
  const run = db
    .selectFrom("publication_hashtags as tags")
    .innerJoin("publications", "publications.id", "tags.publicationId")
    .select(["tags.publicationId as key", "tags.sortTime", "tags.seq"])
    .where("tags.tag", "=", page.tag)
    .where("publications.state", "in", states)
    .$if(ofKinds.length > 0, (query) => query.where("publications.kind", "in", ofKinds))
    .$if(hasPublisher, (query) => query.where("tags.publisherAddress", "=", page.publisher))
    .$if(isPage !== null, (query) => query.where("publications.isPage", "=", isPage))
    .$if(newestOnly, (query) => query.where("publications.isReplaced", "=", 0))
    .$if(withoutBlocked, (query) => query.where(isByNobodyBlocked))
    .$if(hasSince, (query) => query.where("tags.sortTime", ">=", page.since))
    .$if(hasUntil, (query) => query.where("tags.sortTime", "<", page.until))
    .$if(hasPosition, (query) =>
      query.where(
        sql<boolean>`(tags.sort_time, tags.seq, tags.publication_id) < (${page.timestamp}, ${page.seq}, ${page.id})`,
      ),
    )
    .orderBy("tags.sortTime", "desc")
    .orderBy("tags.seq", "desc")
    .orderBy("tags.publicationId", "desc")
    .$if(limit !== null, (query) => query.limit(sql.lit(Number(limit))));
  return db.selectFrom(run.as("run")).select(["key", "sortTime", "seq"]);
}

/** How many posts of others are newer than a place, counted up to `most`. @param options.except whose do not count */
export async function countNewerPosts(
  db: Reader,
  { after, except, most }: { after: TimelinePosition; except: Address | null; most: number },
): Promise<number> {
  const runs = (["local", "signed"] as const).map((state) =>
    db
      .selectFrom("publications")
      .select("id")
      .where("kind", "=", "POST")
      .where("state", "=", state)
      .where("isReplaced", "=", 0)
      .where(isByNobodyBlocked)
      .where(sql<boolean>`(sort_time, seq, id) > (${after.timestamp}, ${after.seq}, ${after.id})`)
      .$if(except !== null, (query) => query.where("publisherAddress", "!=", except as Address))
      .limit(most),
  );
  const counts = await Promise.all(runs.map((run) => countRows(db.selectFrom(run.as("newer")))));
  return counts.reduce((sum, count) => sum + count, 0);
}
