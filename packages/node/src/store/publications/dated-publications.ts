import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { prepareQueries } from "../prepare-query.ts";
import {
  type PublicationKind,
  type PublicationState,
  sitePosition,
  timelinePosition,
} from "../tables/publications.ts";
import { type Detail, type DetailedPublication, detailedColumns } from "./publication-details.ts";
import { type PageShape, shapeOf, type TimelineFilter } from "./timeline.ts";

/** A place among the publications of the owner by date; `time` in seconds, `first` is the id of the first version. */
export interface DatedPosition {
  time: number;
  seq: number;
  first: number;
  id: number;
}

export interface DatedPage extends TimelineFilter {
  publisher: Address;
  limit: number;
  /** Goes on behind this place. */
  before?: DatedPosition;
}

interface Shape extends PageShape {
  readonly kinds: readonly PublicationKind[];
  readonly limit: number;
  readonly wanted: readonly Detail[];
}

interface Parameters extends DatedPosition {
  readonly publisher: Address;
  readonly tag: string;
  readonly since: number;
  readonly until: number;
  /** Milliseconds. */
  readonly dueSince: number;
  readonly dueUntil: number;
}

const everyKind: readonly PublicationKind[] = ["FILE", "POST"];

/**
 * The publications of the owner, newest first: by the date that readers see; a draft by the time for which it is scheduled, else
 * by the second in which it was made. `since` and `until` are compared with the same dates.
 *
 * @param wanted what of other tables is read with them; the time of a schedule always is
 */
export async function readByDate(
  db: Reader,
  page: DatedPage,
  wanted: readonly Detail[] = [],
): Promise<DetailedPublication[]> {
  const { states, kinds = everyKind, isPage, newestOnly, limit, before, ...asked } = page;
  if (states?.length === 0 || kinds.length === 0) return [];
  const shape: Shape = {
    ...shapeOf(page),
    kinds: [...new Set(kinds)].sort(),
    limit,
    wanted: [...new Set<Detail>([...wanted, "dueAt"])].sort(),
  };
  const due = {
    dueSince: (asked.since ?? 0) * 1_000,
    dueUntil: Math.min(asked.until ?? Infinity, (before?.time ?? Infinity) + 1, LAST_SECOND) * 1_000,
  };
  return await selectPage(db, shape, { ...asked, ...before, ...due } as Parameters);
}

// The last second whose milliseconds are a safe integer.
const LAST_SECOND = Math.floor(Number.MAX_SAFE_INTEGER / 1_000);

/** The place of a publication that `readByDate` gave. */
export function datedPosition(publication: DetailedPublication): DatedPosition {
  const { id, state, dueAt } = publication;
  if (state === "draft" && dueAt !== null)
    return { time: Math.floor(dueAt / 1_000), seq: dueAt % 1_000, first: id, id };
  const place = state === "draft" ? timelinePosition : sitePosition;
  const { timestamp: time, seq, id: first } = place(publication);
  return { time, seq, first, id };
}

const selectPage = prepareQueries((db, page: Parameters, shape: Shape) => {
  const runs = shape.hasTag
    ? shape.states.map((state) => keysOfTag(db, page, shape, state))
    : shape.states.flatMap((state) => shape.kinds.map((kind) => keysOfRun(db, page, shape, { state, kind })));
  if (shape.states.includes("draft")) runs.push(keysOfSchedules(db, page, shape));
  const keys = runs.reduce((all, run) => all.unionAll(run));
  const newest = db
    .selectFrom(keys.as("candidates"))
    .select(["key", "time", "place", "first"])
    .orderBy("time", "desc")
    .orderBy("place", "desc")
    .orderBy("first", "desc")
    .orderBy("key", "desc")
    .limit(sql.lit(shape.limit));
  return db
    .selectFrom(newest.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select(detailedColumns(shape.wanted))
    .orderBy("page.time", "desc")
    .orderBy("page.place", "desc")
    .orderBy("page.first", "desc")
    .orderBy("page.key", "desc");
});

/** The columns by which the publications of a state are ordered. */
const placeOf = (state: PublicationState) =>
  state === "draft"
    ? ({ time: "sort_time", seq: "seq", first: "id" } as const)
    : ({ time: "site_time", seq: "site_seq", first: "site_id" } as const);

/** The publications of a state and a kind, without drafts that are scheduled, in the order of an index. */
function keysOfRun(
  db: Reader,
  page: Parameters,
  { hasPosition, hasSince, hasUntil, isPage, newestOnly, limit }: Shape,
  { state, kind }: { state: PublicationState; kind: PublicationKind },
) {
  const { time, seq, first } = columnsOfPlace("publications", state, "id");
  const run = db
    .selectFrom("publications")
    .select(["id as key", time.as("time"), seq.as("place"), first.as("first")])
    .where("publisherAddress", "=", page.publisher)
    .where("state", "=", state)
    .where("kind", "=", kind)
    // The index holds no other ones.
    .$if(state !== "draft", (query) => query.where("siteTime", "is not", null))
    .$if(state === "draft", (query) => query.where(isUnscheduled))
    .$if(isPage !== null, (query) => query.where("isPage", "=", isPage))
    .$if(newestOnly, (query) => query.where("isReplaced", "=", 0))
    .$if(hasSince, (query) => query.where(time, ">=", page.since))
    .$if(hasUntil, (query) => query.where(time, "<", page.until))
    .$if(hasPosition, (query) => query.where(isBehind(page, { time, seq, first, id: sql.ref("id") })))
    .orderBy(time, "desc")
    .orderBy(seq, "desc")
    .orderBy(first, "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(limit));
  return db.selectFrom(run.as("run")).select(["key", "time", "place", "first"]);
}

/** One run for all kinds: few rows of a tag are left out. */
function keysOfTag(
  db: Reader,
  page: Parameters,
  { kinds, hasPosition, hasSince, hasUntil, isPage, newestOnly, limit }: Shape,
  state: PublicationState,
) {
  const { time, seq, first } = columnsOfPlace("tags", state, "publication_id");
  const run = db
    .selectFrom("publication_hashtags as tags")
    .innerJoin("publications", "publications.id", "tags.publicationId")
    .select(["tags.publicationId as key", time.as("time"), seq.as("place"), first.as("first")])
    .where("tags.publisherAddress", "=", page.publisher)
    .where("tags.tag", "=", page.tag)
    .where("publications.state", "=", state)
    .where("publications.kind", "in", kinds)
    .$if(state === "draft", (query) => query.where(isUnscheduled))
    .$if(isPage !== null, (query) => query.where("publications.isPage", "=", isPage))
    .$if(newestOnly, (query) => query.where("publications.isReplaced", "=", 0))
    .$if(hasSince, (query) => query.where(time, ">=", page.since))
    .$if(hasUntil, (query) => query.where(time, "<", page.until))
    .$if(hasPosition, (query) =>
      query.where(isBehind(page, { time, seq, first, id: sql.ref("tags.publication_id") })),
    )
    .orderBy(time, "desc")
    .orderBy(seq, "desc")
    .orderBy(first, "desc")
    .orderBy("tags.publicationId", "desc")
    .limit(sql.lit(limit));
  return db.selectFrom(run.as("run")).select(["key", "time", "place", "first"]);
}

/** The drafts that are scheduled, the last to be published first. */
function keysOfSchedules(
  db: Reader,
  page: Parameters,
  { kinds, hasTag, hasPosition, hasSince, hasUntil, isPage, limit }: Shape,
) {
  const time = sql<number>`schedules.due_at / 1000`;
  // Within a second by the millisecond, so that the order is that of the index.
  const seq = sql<number>`schedules.due_at % 1000`;
  const id = sql.ref<number>("schedules.publication_id");
  const run = db
    .selectFrom("publication_schedules as schedules")
    .innerJoin("publications", "publications.id", "schedules.publicationId")
    .select(["schedules.publicationId as key", time.as("time"), seq.as("place"), id.as("first")])
    .where("publications.publisherAddress", "=", page.publisher)
    .where("publications.state", "=", "draft")
    .where("publications.kind", "in", kinds)
    .$if(isPage !== null, (query) => query.where("publications.isPage", "=", isPage))
    .$if(hasTag, (query) =>
      query.where(sql<boolean>`exists (
        select 1 from publication_hashtags as tags
        where tags.publication_id = schedules.publication_id and tags.tag = ${page.tag}
      )`),
    )
    .$if(hasSince, (query) => query.where("schedules.dueAt", ">=", page.dueSince))
    .$if(hasUntil || hasPosition, (query) => query.where("schedules.dueAt", "<", page.dueUntil))
    .$if(hasPosition, (query) => query.where(isBehind(page, { time, seq, first: id, id })))
    .orderBy("schedules.dueAt", "desc")
    .orderBy("schedules.publicationId", "desc")
    .limit(sql.lit(limit));
  return db.selectFrom(run.as("run")).select(["key", "time", "place", "first"]);
}

const isUnscheduled = sql<boolean>`not exists (
  select 1 from publication_schedules as schedules where schedules.publication_id = publications.id
)`;

type Column = ReturnType<typeof sql.ref<number>>;

/** The columns of an order; the index of a table has them as they stand. */
function columnsOfPlace(table: string, state: PublicationState, id: string) {
  const { time, seq, first } = placeOf(state);
  return {
    time: sql.ref<number>(`${table}.${time}`),
    seq: sql.ref<number>(`${table}.${seq}`),
    first: sql.ref<number>(`${table}.${first === "id" ? id : first}`),
  };
}

function isBehind(
  page: DatedPosition,
  { time, seq, first, id }: Record<"time" | "seq" | "first" | "id", Column | ReturnType<typeof sql<number>>>,
) {
  return sql<boolean>`(${time}, ${seq}, ${first}, ${id}) < (${page.time}, ${page.seq}, ${page.first}, ${page.id})`;
}
