import type { Address, Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { services } from "../../services.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import { datedPosition, readByDate } from "../../store/publications/dated-publications.ts";
import type { DetailedPublication } from "../../store/publications/publication-details.ts";
import { readSorted, type SortedPublication } from "../../store/publications/sorted-publications.ts";
import { iterateTimeline, readTimeline, type TimelineFilter } from "../../store/publications/timeline.ts";
import {
  type PublicationKind,
  type PublicationState,
  type TimelinePosition,
  timelinePosition,
} from "../../store/tables/publications.ts";
import { type Caller, isAllowed, requireAccess } from "../access/callers.ts";
import { limits } from "../limits.ts";
import {
  decodeCursor,
  decodeKeyedCursor,
  encodeCursor,
  encodeKeyedCursor,
  type Page,
  type PageRequest,
  readPage,
} from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { foldMark } from "../search/terms.ts";
import {
  describePublications,
  describeRow,
  everyDetail,
  type PublicationView,
  type WantedDetails,
} from "./view.ts";

export interface TimelineRequest extends PageRequest {
  caller: Caller;
  publisher?: Address | null;
  kinds?: readonly PublicationKind[] | null;
  /** `local` and `signed` by default. */
  states?: readonly PublicationState[] | null;
  /** A hashtag, with its sign or without. */
  tag?: string | null;
  /** Only pages of the site, or only other publications. */
  isPage?: boolean | null;
  /** Includes publications that have a newer version. */
  withReplaced?: boolean | null;
  /** Milliseconds of the Unix epoch: signed or written then or later. */
  since?: number | null;
  /** The same for those before. */
  until?: number | null;
}

/**
 * A page of the timeline, newest first: own and followed publications for a caller that may read the timeline; only the
 * owner's for all others. Those of a blocked address are only in its own list (`publisher`).
 *
 * @throws AppError VALIDATION_FAILED as `readPage`, FORBIDDEN when a caller other than the owner requests drafts
 */
export async function readTimelinePage(
  context: Pick<Context, "store" | "owner">,
  { first, after = null, ...request }: TimelineRequest,
  wanted: WantedDetails = everyDetail,
): Promise<Page<PublicationView>> {
  const filter = await toFilter(context, request);
  let rows: readonly DetailedPublication[] = [];
  return await readPage(
    { first, after },
    {
      decode: decodePosition,
      read: async ({ limit, after: before }) => {
        if (!filter) return [];
        const page = { ...filter, limit, ...(before && { before }) };
        rows = await readTimeline(context.store.db, page, wanted.details);
        return await describePublications(context, rows, wanted);
      },
      cursorOf(item) {
        const row = rows.find(({ id }) => id === item.id);
        return row ? encodePosition(row) : "";
      },
    },
  );
}

/** The cursor of a publication in the timeline. */
function encodePosition(publication: Parameters<typeof timelinePosition>[0]): string {
  const { timestamp, seq, id } = timelinePosition(publication);
  return encodeCursor([timestamp, seq, id]);
}

/** @throws AppError VALIDATION_FAILED for an invalid cursor */
export function decodePosition(cursor: string): TimelinePosition {
  const [timestamp, seq, id] = decodeCursor(cursor, 3);
  return { timestamp, seq, id };
}

/** Limits the request to publications that the caller may see; null for none. */
async function toFilter(
  { owner }: Pick<Context, "owner">,
  request: Omit<TimelineRequest, keyof PageRequest>,
): Promise<TimelineFilter | null> {
  const { caller, publisher, kinds, states, tag, isPage, withReplaced, since, until } = request;
  if (states?.includes("draft") && caller.kind !== "client") {
    throw new AppError("FORBIDDEN", "Only the owner can see drafts.");
  }
  const filter: TimelineFilter = { states: states ?? ["local", "signed"], newestOnly: !withReplaced };
  if (kinds) filter.kinds = kinds;
  if (typeof isPage === "boolean") filter.isPage = isPage;
  if (publisher) filter.publisher = publisher;
  if (typeof since === "number") filter.since = Math.ceil(since / 1000);
  if (typeof until === "number") filter.until = Math.ceil(until / 1000);
  if (tag !== undefined && tag !== null) filter.tag = foldMark(tag.replace(/^#/, ""));
  if (isAllowed(caller, "read:timeline")) return { ...filter, withoutBlocked: !publisher };
  const own = await owner.get();
  if (!own || (publisher && publisher !== own.address)) return null;
  return { ...filter, publisher: own.address };
}

/**
 * A page of the owner's publications as `readTimelinePage`, but in the order of the dates that readers of the site see; a draft
 * has that of its schedule, or the second in which it was made. `since` and `until` are compared with these dates.
 *
 * @throws AppError as `readTimelinePage`, and for a cursor of the other order
 */
export async function readPageByDate(
  context: Pick<Context, "store" | "owner">,
  { first, after = null, ...request }: TimelineRequest & { publisher: Address },
  wanted: WantedDetails = everyDetail,
): Promise<Page<PublicationView>> {
  const filter = await toFilter(context, request);
  let rows: readonly DetailedPublication[] = [];
  return await readPage(
    { first, after },
    {
      decode(cursor) {
        const [time, seq, original, id] = decodeCursor(cursor, 4);
        return { time, seq, first: original, id };
      },
      read: async ({ limit, after: before }) => {
        if (!filter) return [];
        const page = { ...filter, publisher: request.publisher, limit, ...(before && { before }) };
        rows = await readByDate(context.store.db, page, wanted.details);
        return await describePublications(context, rows, wanted);
      },
      cursorOf(item) {
        const row = rows.find(({ id }) => id === item.id);
        if (!row) return "";
        const { time, seq, first: original, id } = datedPosition(row);
        return encodeCursor([time, seq, original, id]);
      },
    },
  );
}

/** The orders of the owner's list of publications besides that by date. */
export type PublicationOrder = "changed" | "title" | "reads";

/**
 * For the owner: a page of the owner's publications as `readPageByDate`, but in another order: those changed last first, by title,
 * or those read most in the last days first.
 *
 * @throws AppError as `readPageByDate`; UNAUTHENTICATED or FORBIDDEN for any other caller
 */
export async function readSortedPage(
  context: Pick<Context, "store" | "owner" | "clock" | "events">,
  { first, after = null, ...request }: TimelineRequest & { publisher: Address },
  { order, wanted = everyDetail }: { order: PublicationOrder; wanted?: WantedDetails },
): Promise<Page<PublicationView>> {
  requireAccess(request.caller, "owner");
  const filter = await toFilter(context, request);
  const sort = order === "reads" ? ((await services().rankByReads(context)) ?? "changed") : order;
  let rows: readonly SortedPublication[] = [];
  return await readPage(
    { first, after },
    {
      decode(cursor) {
        const [key, id] = decodeKeyedCursor(cursor, sort === "title" ? "string" : "number");
        return { key, id };
      },
      read: async ({ limit, after: behind }) => {
        if (!filter) return [];
        const page = {
          ...filter,
          publisher: request.publisher,
          sort,
          limit,
          ...(behind && { after: behind }),
        };
        rows = await readSorted(context.store.db, page, wanted.details);
        return await describePublications(context, rows, wanted);
      },
      cursorOf(item) {
        const row = rows.find(({ id }) => id === item.id);
        return row ? encodeKeyedCursor([row.sortKey, row.id]) : "";
      },
    },
  );
}

/** For the owner: a page of the owner's files in every state, newest first. @throws AppError as `readTimelinePage` */
export async function listMedia(
  context: Pick<Context, "store" | "owner">,
  page: PageRequest,
  wanted: WantedDetails = everyDetail,
): Promise<Page<PublicationView>> {
  const own = await requireOwner(context);
  const request = {
    ...page,
    caller: { kind: "client", tokenId: "" },
    publisher: own.address,
    kinds: ["FILE"],
    states: ["draft", "local", "signed"],
  } as const;
  return await readTimelinePage(context, request, wanted);
}

/** A publication with the Markdown of a post; `body` is null for a file and for missing bytes. */
export type TimelineItem = ReturnType<typeof describeRow> & { body: string | null };

/**
 * The timeline for its owner, newest first: by the second of signing, then by the order of signing (decisions 5). What a blocked address
 * published is only in its own list.
 *
 * @param options.limit the number of items; null for all, which are read page by page
 */
export async function* readTimelineItems(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  options: { limit: number | null; publisher?: Address; states?: readonly PublicationState[] },
): AsyncGenerator<TimelineItem> {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const filter = { ...options, newestOnly: true, withoutBlocked: !options.publisher };
  for await (const row of iterateTimeline(store.db, filter)) {
    if (left <= 0) return;
    left -= 1;
    const profile = (await findProfile(store.db, row.publisherAddress)) ?? undefined;
    const content = await findContent(store.db, row.contentHash);
    const body = row.kind === "POST" ? await readText(blobs, row.contentHash) : null;
    yield { ...describeRow(row, profile, content?.size), body };
  }
}

/** The text of a Markdown post, or null when its content is missing. */
async function readText(blobs: Context["blobs"], hash: Hash): Promise<string | null> {
  const bytes = await blobs.readAll(hash, limits.markdownBytes).catch(() => null);
  return bytes && new TextDecoder().decode(bytes);
}
