import type { Address, Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";
import type { Publication } from "../../store/publications.ts";
import type { PublicationState } from "../../store/tables/publications.ts";
import { iterateTimeline } from "../../store/timeline.ts";
import { limits } from "../limits.ts";
import { pageOf } from "./page-of.ts";

/** A publication of the owner or of somebody who is followed, as the timeline shows it. */
export interface TimelineItem {
  id: number;
  kind: "POST" | "FILE";
  state: PublicationState;
  contentHash: Hash;
  publisherAddress: Address;
  /** The publisher's title and base URL, as far as they are known. */
  publisher: string | null;
  publisherUrl: string | null;
  /** Seconds; null while it is not signed. */
  timestamp: number | null;
  signature: string | null;
  /** When it was made here or came here, ISO 8601 UTC. */
  createdAt: string;
  slug: string | null;
  description: string | null;
  mediaType: string;
  filename: string | null;
  /** Bytes. */
  size: number | null;
  /** Where a reader finds it; null for a draft. */
  url: string | null;
  /** The Markdown of a post; null for a file. */
  body: string | null;
}

/**
 * The timeline, newest first: by the second of signing, then by the order of signing (decisions 5).
 *
 * @param options.limit how many; null for all, which are read page by page
 * @param options.publisher of one publisher alone
 * @param options.states which states; the owner's drafts only where the caller is the owner
 */
export async function* readTimeline(
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
