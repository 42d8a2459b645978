import type { Address, Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";
import type { Publication } from "../../store/publications.ts";
import type { PublicationKind, PublicationState } from "../../store/tables/publications.ts";
import {
  iterateTimeline,
  readTimeline,
  type TimelineFilter,
  timelinePosition,
} from "../../store/timeline.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { limits } from "../limits.ts";
import { checkFirst, decodeCursor, encodeCursor, makePage, type Page, type PageRequest } from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { foldMark } from "../search/terms.ts";
import { describePublications, type PublicationView, pageOf, type TimelineItem } from "./view.ts";

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
  context: Pick<Context, "store" | "owner">,
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
  { owner }: Pick<Context, "owner">,
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
  const own = await owner.get();
  if (!own || (publisher && publisher !== own.address)) return null;
  return { ...filter, publisher: own.address };
}

/**
 * A page of the owner's files in every state, newest first. For the owner.
 *
 * @throws AppError VALIDATION_FAILED as `readTimelinePage`, NOT_INSTALLED
 */
export async function listMedia(
  context: Pick<Context, "store" | "owner">,
  page: PageRequest,
): Promise<Page<PublicationView>> {
  const own = await requireOwner(context);
  return await readTimelinePage(context, {
    ...page,
    caller: { kind: "client", tokenId: "" },
    publisher: own.address,
    kinds: ["FILE"],
    states: ["draft", "local", "signed"],
  });
}

/**
 * The timeline, newest first: by the second of signing, then by the order of signing (decisions 5).
 *
 * @param options.limit how many; null for all, which are read page by page
 * @param options.publisher of one publisher alone
 * @param options.states which states; the owner's drafts only where the caller is the owner
 */
export async function* readTimelineItems(
  context: Pick<Context, "store" | "blobs">,
  options: { limit: number | null; publisher?: Address; states?: readonly PublicationState[] },
): AsyncGenerator<TimelineItem> {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const profiles = new Map<Address, Profile | null>();
  for await (const row of iterateTimeline(context.store.db, options)) {
    if (left <= 0) return;
    left -= 1;
    let profile = profiles.get(row.publisherAddress);
    if (profile === undefined) {
      profile = await findProfile(context.store.db, row.publisherAddress);
      profiles.set(row.publisherAddress, profile);
    }
    yield await toItem(context, row, profile);
  }
}

async function toItem(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  row: Publication,
  profile: Profile | null,
): Promise<TimelineItem> {
  const content = await findContent(store.db, row.contentHash);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    contentHash: row.contentHash,
    publisherAddress: row.publisherAddress,
    publisher: profile?.title ?? null,
    publisherUrl: profile?.url ?? null,
    timestamp: row.timestamp,
    signature: row.signature,
    createdAt: new Date(row.createdAt).toISOString(),
    slug: row.slug,
    description: row.description,
    mediaType: row.mediaType,
    filename: row.filename,
    size: content?.size ?? null,
    url: profile ? pageOf(profile.url, row) : null,
    body: row.kind === "POST" ? await readText(blobs, row.contentHash) : null,
  };
}

/** The text of a Markdown post, or null when its bytes are missing. */
async function readText(blobs: Context["blobs"], hash: Hash): Promise<string | null> {
  const bytes = await blobs.readAll(hash, limits.markdownBytes).catch(() => null);
  return bytes && new TextDecoder().decode(bytes);
}
