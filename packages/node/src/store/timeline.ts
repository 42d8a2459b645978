import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "./database.ts";
import type { Publication } from "./publications.ts";
import {
  type PublicationKind,
  type PublicationState,
  publicationColumns,
  type TimelinePosition,
  timelinePosition,
} from "./tables/publications.ts";

/** Which publications: all publishers', of all kinds and in all states, unless told otherwise. */
export interface TimelineFilter {
  publisher?: Address;
  states?: readonly PublicationState[];
  kinds?: readonly PublicationKind[];
  /** A hashtag of the text, folded. */
  tag?: string;
}

export interface TimelinePage extends TimelineFilter {
  /** null: all of them, at once in memory; `iterateTimeline` is kinder. */
  limit: number | null;
  /** Goes on behind this place. */
  before?: TimelinePosition;
}

const EVERY_STATE: readonly PublicationState[] = ["draft", "local", "signed"];
// Not a limit: the page size of an internal read.
const ITERATED_PAGE = 200;

/** Publications, newest first. */
export async function readTimeline(db: Reader, page: TimelinePage): Promise<Publication[]> {
  if (page.states?.length === 0 || page.kinds?.length === 0) return [];
  // Each state, and each kind where that matters, has its own ordered run in an index, and of each no more is read than
  // the page could need.
  const [first, ...others] = page.tag === undefined ? keysOfRuns(db, page) : [keysOfTag(db, page, page.tag)];
  if (first === undefined) return [];
  const keys = others.reduce((all, run) => all.unionAll(run), first);
  const newest = db
    .selectFrom(keys.as("candidates"))
    .select("key")
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("key", "desc")
    .$if(page.limit !== null, (query) => query.limit(page.limit));
  return db
    .selectFrom(newest.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select(publicationColumns)
    .orderBy("publications.sortTime", "desc")
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

function keysOfRuns(db: Reader, page: TimelinePage) {
  const states = [...new Set(page.states ?? EVERY_STATE)];
  const kinds = page.kinds === undefined ? [null] : [...new Set(page.kinds)];
  return states.flatMap((state) => kinds.map((kind) => keysOfRun(db, page, { state, kind })));
}

function keysOfRun(
  db: Reader,
  { publisher, before, limit }: TimelinePage,
  { state, kind }: { state: PublicationState; kind: PublicationKind | null },
) {
  const run = db
    .selectFrom("publications")
    .select(["id as key", "sortTime", "seq"])
    .where("state", "=", state)
    .$if(kind !== null, (query) => query.where("kind", "=", kind as PublicationKind))
    .$if(publisher !== undefined, (query) => query.where("publisherAddress", "=", publisher as Address))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(sort_time, seq, id) < (${before?.timestamp}, ${before?.seq}, ${before?.id})`),
    )
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .$if(limit !== null, (query) => query.limit(limit));
  return db.selectFrom(run.as("run")).select(["key", "sortTime", "seq"]);
}

/** One run for all states and kinds: what of a tag is left out is little. */
function keysOfTag(db: Reader, page: TimelinePage, tag: string) {
  const { publisher, states = EVERY_STATE, kinds, before, limit } = page;
  const run = db
    .selectFrom("publication_hashtags as tags")
    .innerJoin("publications", "publications.id", "tags.publicationId")
    .select(["tags.publicationId as key", "tags.sortTime", "tags.seq"])
    .where("tags.tag", "=", tag)
    .where("publications.state", "in", states)
    .$if(kinds !== undefined, (query) => query.where("publications.kind", "in", kinds ?? []))
    .$if(publisher !== undefined, (query) => query.where("tags.publisherAddress", "=", publisher as Address))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(tags.sort_time, tags.seq, tags.publication_id) < (${before?.timestamp}, ${before?.seq}, ${before?.id})`,
      ),
    )
    .orderBy("tags.sortTime", "desc")
    .orderBy("tags.seq", "desc")
    .orderBy("tags.publicationId", "desc")
    .$if(limit !== null, (query) => query.limit(limit));
  return db.selectFrom(run.as("run")).select(["key", "sortTime", "seq"]);
}
