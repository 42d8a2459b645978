import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import type { PublicationKind, PublicationState } from "../../store/tables/publications.ts";
import { readTimeline, type TimelineFilter, timelinePosition } from "../../store/timeline.ts";
import { type Caller, isAllowed } from "../access/caller.ts";
import { decodeCursor, encodeCursor } from "../paging/cursor.ts";
import { checkFirst, makePage, type Page, type PageRequest } from "../paging/page.ts";
import { foldMark } from "../search/fold-term.ts";
import { describePublications, type PublicationView } from "./describe-publications.ts";

export interface TimelineRequest extends PageRequest {
  caller: Caller;
  /** Of one publisher alone. */
  publisher?: Address | null;
  kinds?: readonly PublicationKind[] | null;
  /** `local` and `signed` unless told otherwise. */
  states?: readonly PublicationState[] | null;
  /** A hashtag, with its sign or without. */
  tag?: string | null;
}

/**
 * A page of the timeline, newest first: own and followed publications for whoever may read the timeline, and for all
 * others the owner's own. Drafts are for the owner alone.
 *
 * @throws AppError VALIDATION_FAILED (`first` is not from 1 to 100, a cursor that is none), FORBIDDEN when anybody but
 *   the owner asks for drafts
 */
export async function readTimelinePage(
  context: Pick<Context, "store">,
  { first, after, ...request }: TimelineRequest,
): Promise<Page<PublicationView>> {
  checkFirst(first);
  const filter = await toFilter(context, request);
  const place = after === undefined || after === null ? null : decodeCursor(after, 3);
  const before = place && { timestamp: place[0], seq: place[1], id: place[2] };
  const rows = filter
    ? await readTimeline(context.store.db, { ...filter, limit: first + 1, ...(before && { before }) })
    : [];
  const places = new Map(rows.map((row) => [row.id, timelinePosition(row)]));
  const views = await describePublications(context, rows);
  return makePage(views, { first, after: after ?? null }, ({ id }) => {
    const { timestamp = 0, seq = 0 } = places.get(id) ?? {};
    return encodeCursor([timestamp, seq, id]);
  });
}

/** What the caller may see of what is asked for; null for nothing. */
async function toFilter(
  { store }: Pick<Context, "store">,
  { caller, publisher, kinds, states, tag }: Omit<TimelineRequest, keyof PageRequest>,
): Promise<TimelineFilter | null> {
  if (states?.includes("draft") && caller.kind !== "client") {
    throw new AppError("FORBIDDEN", "Drafts are for the owner alone.");
  }
  const filter: TimelineFilter = { states: states ?? ["local", "signed"] };
  if (kinds) filter.kinds = kinds;
  if (publisher) filter.publisher = publisher;
  if (tag !== undefined && tag !== null) filter.tag = foldMark(tag.replace(/^#/, ""));
  if (isAllowed(caller, "read:timeline")) return filter;
  const own = await findOwnProfile(store.db);
  if (!own || (publisher && publisher !== own.address)) return null;
  return { ...filter, publisher: own.address };
}
