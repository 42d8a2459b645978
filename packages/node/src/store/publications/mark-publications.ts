import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { countRows, findRow } from "../query-results.ts";
import {
  type ListName,
  type PublicationState,
  sitePosition,
  type TimelinePosition,
  timelinePosition,
} from "../tables/publications.ts";
import {
  compareKey,
  END,
  keyColumns,
  listed,
  type Mark,
  marksOf,
  type PublicationList,
  START,
  selectMarks,
} from "./publication-marks.ts";
import { placeReplicas } from "./publish-places.ts";

/*
 * A write moves the marks behind its publication in its own transaction: of what is signed now, the end's alone
 * (docs/decisions/0023).
 */

/** The publications between two marks; sometimes up to three times as many */
const STEP = 500;

export const listNames: readonly ListName[] = ["index", "site"];

/** The fields that decide where a publication stands, and in which lists. */
type Listed = Parameters<typeof timelinePosition>[0] &
  Parameters<typeof sitePosition>[0] & {
    publisherAddress: Address;
    state: PublicationState;
    isPage: 0 | 1;
    isReplaced: 0 | 1;
  };

/** The place of a publication of this owner in a list; null where it is not in it. */
function placeIn(list: ListName, publication: Listed): TimelinePosition | null {
  const { state, isPage, isReplaced } = publication;
  if (list === "index") return state === "signed" ? timelinePosition(publication) : null;
  // A replica has no place.
  const isOnSite = state !== "draft" && isPage === 0 && isReplaced === 0 && publication.siteTime !== null;
  return isOnSite ? sitePosition(publication) : null;
}

interface Move extends TimelinePosition, PublicationList {
  by: number;
}

const moveMarks = prepareQuery((db, { publisher, list, by, timestamp, seq, id }: Move) =>
  db
    .updateTable("publication_marks")
    .set((eb) => ({ position: eb("position", "+", by) }))
    .where("publisherAddress", "=", publisher)
    .where("list", "=", list)
    .where(sql<boolean>`(sort_time, seq, id) > (${timestamp}, ${seq}, ${id})`)
    .returning("position"),
);

/** Counts a publication of this owner in the lists of its state, in the transaction that puts it there. */
export async function addToLists(tx: Tx, publication: Listed): Promise<void> {
  await moveInLists(tx, null, publication);
}

/** Takes a publication of this owner out of the lists of its state, in the transaction that removes it from there. */
export async function removeFromLists(tx: Tx, publication: Listed): Promise<void> {
  await moveInLists(tx, publication, null);
}

/** Moves a publication of this owner in the lists where it has another place than before, after its row was written. */
export async function moveInLists(tx: Tx, before: Listed | null, after: Listed | null): Promise<void> {
  const publisher = (after ?? before)?.publisherAddress;
  if (!publisher) return;
  for (const list of listNames) {
    const [from, to] = [before && placeIn(list, before), after && placeIn(list, after)];
    if (isDeepStrictEqual(from, to)) continue;
    await lockMarks(tx);
    if (from) await moveMarks(tx, { ...from, publisher, list, by: -1 });
    const moved = to ? await moveMarks(tx, { ...to, publisher, list, by: 1 }) : [];
    const behind = moved.map(({ position }) => position);
    // Not with every publication: the number of the mark behind reaches a multiple only after enough publications before
    // it.
    if (to && behind.length > 0 && Math.min(...behind) % STEP === 0)
      await addMarks(tx, { publisher, list }, to);
  }
}

/** A new mark counts the existing rows, so there must be no row that moves the marks later. */
async function lockMarks(tx: Tx): Promise<void> {
  await dialectOf(tx).lock(tx, "publication-marks");
}

/** Adds the marks that are missing between the mark before a key and the one behind it. */
async function addMarks(tx: Tx, list: PublicationList, key: TimelinePosition): Promise<void> {
  for (;;) {
    const before = await findNeighbour(tx, list, { ...key, isBehind: false });
    const behind = await findNeighbour(tx, list, { ...key, isBehind: true });
    if (!before || !behind || behind.position - before.position < 2 * STEP) return;
    const next = await findKey(tx, list, before, STEP);
    if (!next) throw new Error("The marks of a list count more publications than there are.");
    const mark = { publisherAddress: list.publisher, list: list.list, position: before.position + STEP };
    await tx
      .insertInto("publication_marks")
      .values({ ...mark, ...next })
      .execute();
  }
}

function findNeighbour(
  db: Reader,
  list: PublicationList,
  { timestamp, seq, id, isBehind }: TimelinePosition & { isBehind: boolean },
): Promise<Mark | null> {
  const order = isBehind ? "asc" : "desc";
  const compare = sql.raw(isBehind ? ">" : "<=");
  return findRow(
    selectMarks(db, list)
      .where(sql<boolean>`(sort_time, seq, id) ${compare} (${timestamp}, ${seq}, ${id})`)
      .orderBy("sortTime", order)
      .orderBy("seq", order)
      .orderBy("id", order)
      .limit(1),
  );
}

/** The key at a distance behind a mark. */
async function findKey(db: Reader, list: PublicationList, mark: Mark, offset: number) {
  const [time, seq, id] = keyColumns[list.list];
  const row = await findRow(
    listed(db, list)
      .where(compareKey(list.list, ">=", mark))
      .select([`${time} as sortTime`, `${seq} as seq`, `${id} as id`])
      .orderBy(time)
      .orderBy(seq)
      .orderBy(id)
      .limit(1)
      .offset(offset),
  );
  if (row === null) return null;
  if (row.sortTime === null || row.seq === null || row.id === null)
    throw new Error("A list has a publication without a place.");
  return { sortTime: row.sortTime, seq: row.seq, id: row.id };
}

/** Makes the first marks of a publisher who has become this owner. Its publications here get their dates. */
export async function startLists(tx: Tx, publisher: Address): Promise<void> {
  await placeReplicas(tx);
  for (const list of listNames) await recount(tx, { publisher, list });
}

/** Makes all marks of a list again, from its publications. */
export async function recount(tx: Tx, { publisher, list }: PublicationList): Promise<void> {
  await lockMarks(tx);
  await tx
    .deleteFrom("publication_marks")
    .where("publisherAddress", "=", publisher)
    .where("list", "=", list)
    .execute();
  const common = { publisherAddress: publisher, list };
  const end = {
    sortTime: END,
    seq: END,
    id: END,
    position: await countRows(listed(tx, { publisher, list })),
  };
  await tx
    .insertInto("publication_marks")
    .values([
      { ...common, sortTime: START, seq: -1, id: -1, position: 0 },
      { ...common, ...end },
    ])
    .execute();
  await addMarks(tx, { publisher, list }, { timestamp: END, seq: END, id: END - 1 });
}

/**
 * Whether a list has to be counted again: a mark is wrong, or marks are too far apart, as a migration left them. Counts
 * between two marks at a time, and lets other work run in between.
 */
export async function hasWrongMarks(db: Reader, list: PublicationList): Promise<boolean> {
  const marks = await selectMarks(db, list).orderBy("sortTime").orderBy("seq").orderBy("id").execute();
  for (const [index, to] of marks.entries()) {
    const from = marks[index - 1];
    if (from && !(await isRight(db, list, { from, to }))) return true;
    await setImmediate();
  }
  return marks.length < 2;
}

async function isRight(db: Reader, list: PublicationList, { from, to }: { from: Mark; to: Mark }) {
  const positionOf = ({ timestamp, seq, id }: Mark) =>
    marksOf(db, list)
      .select("position")
      .where("sortTime", "=", timestamp)
      .where("seq", "=", seq)
      .where("id", "=", id);
  // One statement, so that no write comes in between.
  const { before, behind, count } = await listed(db, list)
    .where(compareKey(list.list, ">=", from))
    .where(compareKey(list.list, "<", to))
    .select((eb) => [
      positionOf(from).as("before"),
      positionOf(to).as("behind"),
      eb.fn.countAll<number>().as("count"),
    ])
    .executeTakeFirstOrThrow();
  // A missing mark was counted again by another process.
  if (before === null || behind === null) return true;
  return behind - before === Number(count) && Number(count) < 4 * STEP;
}
