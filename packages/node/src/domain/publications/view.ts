import { type Address, type Hash, joinNodeUrl, type ThumbnailSize, thumbnailSizes } from "@freehold/protocol";
import { isThumbnailMediaType } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import { readContentSizes } from "../../store/contents.ts";
import { readHashtags } from "../../store/hashtags.ts";
import { readProfiles } from "../../store/profiles.ts";
import { readSchedules } from "../../store/publication-schedules.ts";
import type { Publication } from "../../store/publications.ts";
import type { PublicationState } from "../../store/tables/publications.ts";
import { locatePicture } from "../profile/avatar.ts";

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

/** A publication with all that is known of it but its text, which `readMarkdown` reads. */
export interface PublicationView extends Omit<TimelineItem, "body">, ContentPlace {
  /** Path of the publisher's picture on this node; null where one is made from the address. */
  publisherPicture: string | null;
  /** Hashtags of its text, folded, without their sign. */
  tags: readonly string[];
  /** When it becomes local by itself, ISO 8601 UTC; of a draft alone. */
  scheduledAt: string | null;
  /** To be given back with a change, so that it is not made to something else: `updatedAt` in ms. */
  revision: number;
}

/** Puts together what is known of publications, in the given order, with one query for each kind of fact. */
export async function describePublications(
  { store }: Pick<Context, "store">,
  rows: readonly Publication[],
): Promise<PublicationView[]> {
  const { db } = store;
  const ids = rows.map(({ id }) => id);
  const addresses = [...new Set(rows.map(({ publisherAddress }) => publisherAddress))];
  const profiles = new Map((await readProfiles(db, addresses)).map((profile) => [profile.address, profile]));
  const sizes = await readContentSizes(db, [...new Set(rows.map(({ contentHash }) => contentHash))]);
  const tags = await readHashtags(db, ids);
  const schedules = await readSchedules(db, ids);
  return rows.map((row) => {
    const profile = profiles.get(row.publisherAddress);
    const dueAt = schedules.get(row.id);
    return {
      id: row.id,
      kind: row.kind,
      state: row.state,
      contentHash: row.contentHash,
      publisherAddress: row.publisherAddress,
      publisher: profile?.title ?? null,
      publisherUrl: profile?.url ?? null,
      publisherPicture: locatePicture(profile),
      timestamp: row.timestamp,
      signature: row.signature,
      createdAt: new Date(row.createdAt).toISOString(),
      slug: row.slug,
      description: row.description,
      mediaType: row.mediaType,
      filename: row.filename,
      size: sizes.get(row.contentHash) ?? null,
      url: profile ? pageOf(profile.url, row) : null,
      tags: tags.get(row.id) ?? [],
      scheduledAt: dueAt === undefined ? null : new Date(dueAt).toISOString(),
      revision: row.updatedAt,
      ...locateContent(row, { isOwn: profile?.isSelf ?? false }),
    };
  });
}

/**
 * Where a reader finds a publication on its publisher's site: `/slug/{slug}` when there is a slug, which is how a
 * slug travels (decisions 5), else by its hash. Null for a draft.
 */
export function pageOf(
  nodeUrl: string,
  { slug, contentHash, state }: Pick<Publication, "slug" | "contentHash" | "state">,
): string | null {
  if (state === "draft") return null;
  return joinNodeUrl(nodeUrl, slug ? `/slug/${encodeURIComponent(slug)}` : `/publications/${contentHash}`);
}

/** Where a browser gets the bytes of a publication on this node: paths, for whoever may see it. */
export interface ContentPlace {
  readonly contentPath: string;
  /** Smaller pictures by height (200, 400, 800 pixels); null for what is none. */
  readonly thumbnails: Readonly<Record<ThumbnailSize, string>> | null;
}

/**
 * What the owner has signed is served to everybody under its hash, for caches to keep; everything else under its id, to
 * whom it concerns.
 */
function locateContent(
  publication: Pick<Publication, "id" | "kind" | "contentHash" | "timestamp" | "mediaType">,
  { isOwn }: { isOwn: boolean },
): ContentPlace {
  const { id, kind, contentHash, timestamp, mediaType } = publication;
  const isPublic = isOwn && timestamp !== null;
  const contentPath = isPublic
    ? `/ewp/contents/${contentHash}?timestamp=${timestamp}`
    : `/api/contents/${id}`;
  if (kind !== "FILE" || !isThumbnailMediaType(mediaType)) return { contentPath, thumbnails: null };
  const small = (size: ThumbnailSize) => `${contentPath}${isPublic ? "&" : "?"}thumb=${size}`;
  const entries = thumbnailSizes.map((size) => [size, small(size)] as const);
  return { contentPath, thumbnails: Object.fromEntries(entries) as Record<ThumbnailSize, string> };
}
