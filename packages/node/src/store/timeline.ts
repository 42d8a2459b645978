import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Publication } from "./publications.ts";
import { publicationColumns } from "./publications.ts";
import type { Reader } from "./store.ts";
import type { PublicationState } from "./tables.ts";

/** A place in the timeline; `timestamp` in seconds. */
export interface TimelinePosition {
  timestamp: number;
  seq: number;
  id: number;
}

/** Which publications: all publishers', in all states, unless told otherwise. */
export interface TimelineFilter {
  publisher?: Address;
  states?: readonly PublicationState[];
}

export interface TimelinePage extends TimelineFilter {
  /** null: all of them, at once in memory; `iterateTimeline` is kinder. */
  limit: number | null;
  /** Goes on behind this place. */
  before?: TimelinePosition;
}

const EVERY_STATE: readonly PublicationState[] = ["draft", "local", "signed"];
const ITERATED_PAGE = 200;

/** Where a publication stands: at its timestamp, and until it is signed at the second in which it was made. */
export function timelinePosition(publication: Publication): TimelinePosition {
  const { timestamp, createdAt, seq, id } = publication;
  return { timestamp: timestamp ?? Math.floor(createdAt / 1000), seq, id };
}

/** Publications, newest first. */
export async function readTimeline(db: Reader, page: TimelinePage): Promise<Publication[]> {
  const [first, ...others] = [...new Set(page.states ?? EVERY_STATE)];
  if (first === undefined) return [];
  // Each state has its own ordered run in the index, and of each no more is read than the page could need.
  let keys = keysOfState(db, page, first);
  for (const state of others) keys = keys.unionAll(keysOfState(db, page, state));
  const newest = db
    .selectFrom(keys.as("candidates"))
    .select("key")
    .orderBy("sort_time", "desc")
    .orderBy("seq", "desc")
    .orderBy("key", "desc")
    .$if(page.limit !== null, (query) => query.limit(page.limit));
  return db
    .selectFrom(newest.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select(publicationColumns)
    .orderBy("publications.sort_time", "desc")
    .orderBy("publications.seq", "desc")
    .orderBy("publications.id", "desc")
    .execute();
}

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

function keysOfState(db: Reader, { publisher, before, limit }: TimelinePage, state: PublicationState) {
  const run = db
    .selectFrom("publications")
    .select(["id as key", "sort_time", "seq"])
    .where("state", "=", state)
    .$if(publisher !== undefined, (query) => query.where("publisher_address", "=", publisher as Address))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(sort_time, seq, id) < (${before?.timestamp}, ${before?.seq}, ${before?.id})`),
    )
    .orderBy("sort_time", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .$if(limit !== null, (query) => query.limit(limit));
  return db.selectFrom(run.as(state)).select(["key", "sort_time", "seq"]);
}
