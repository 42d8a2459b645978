import { joinNodeUrl, type ThumbnailSize, thumbnailSizes } from "@freehold/protocol";
import { isThumbnailMediaType } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import type { MetadataKind } from "../../pictures/cleaning-plan.ts";
import { type Profile, readProfiles } from "../../store/peers/profiles.ts";
import {
  allDetails,
  type Detail,
  type DetailedPublication,
} from "../../store/publications/publication-details.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { locatePicture } from "../profile/picture.ts";

/** A publication without its text, which `readMarkdown` reads. Times are ISO 8601 UTC, but `timestamp` (seconds). */
export type PublicationView = ReturnType<typeof describePublication>;

/** The parts of a view that are read from other tables. A part that is not wanted is null, and empty for `tags`. */
export interface WantedDetails {
  readonly details: readonly Detail[];
  /** The publisher's profile, with all that is made of it: the URL and the paths too. */
  readonly publisher: boolean;
}

export const everyDetail: WantedDetails = { details: allDetails, publisher: true };

/** Describes publications in the given order. The profiles of others are read by one query. */
export async function describePublications(
  context: Pick<Context, "store" | "owner">,
  rows: readonly DetailedPublication[],
  { publisher }: Pick<WantedDetails, "publisher"> = everyDetail,
): Promise<PublicationView[]> {
  const own = publisher ? await context.owner.get() : null;
  const others = rows.map((row) => row.publisherAddress).filter((address) => address !== own?.address);
  const profiles = publisher ? await readProfiles(context.store.db, others) : null;
  return rows.map((row) => {
    const isOwn = row.publisherAddress === own?.address;
    return describePublication(row, isOwn ? own : profiles?.get(row.publisherAddress));
  });
}

function describePublication(row: DetailedPublication, profile: Readonly<Profile> | undefined) {
  const { contentPath, thumbnails } = locateContent(row, { isOwn: profile?.isSelf ?? false });
  return {
    ...describeRow(row, profile, row.size ?? undefined),
    /** Path of the publisher's picture on this node; null where one is made from the address. */
    publisherPicture: locatePicture(profile),
    /** Hashtags of its text, folded, without their sign. */
    tags: row.tags?.split(" ") ?? [],
    /** When a draft becomes local. */
    scheduledAt: row.dueAt === null ? null : new Date(row.dueAt).toISOString(),
    /** Sent back with a change, so that two editors do not overwrite each other: `updatedAt` in ms. */
    revision: row.updatedAt,
    contentPath,
    thumbnails,
    /** When it was written in another program, as that one says; nobody signed that. */
    writtenAt: row.writtenAt === null ? null : new Date(row.writtenAt).toISOString(),
    /** The date that readers of the site see. */
    publishedAt:
      row.publishedAt === null || row.state === "draft" ? null : new Date(row.publishedAt).toISOString(),
    excerpt: row.excerpt,
    coverId: row.coverId,
    isPage: row.isPage === 1,
    /** The content that its text names as the version before it. */
    replaces: row.replaces,
    /** The content of the first of several versions, which names them all; null where there is one. */
    original: row.original,
    isReplaced: row.isReplaced === 1,
    /** The kinds of metadata that were removed from a picture, in the answer that removes them. */
    removedMetadata: nothingRemoved,
  };
}

const nothingRemoved: readonly MetadataKind[] = [];

/** The fields that `freehold timeline` prints as well. */
export function describeRow(
  row: Publication,
  profile: Readonly<Profile> | undefined,
  size: number | undefined,
) {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    contentHash: row.contentHash,
    publisherAddress: row.publisherAddress,
    /** The publisher's title. */
    publisher: profile?.title ?? null,
    publisherUrl: profile?.url ?? null,
    /** Null for an unsigned publication. */
    timestamp: row.timestamp,
    signature: row.signature,
    createdAt: new Date(row.createdAt).toISOString(),
    slug: row.slug,
    description: row.description,
    mediaType: row.mediaType,
    filename: row.filename,
    /** Bytes. */
    size: size ?? null,
    url: profile ? pageOf(profile, row) : null,
  };
}

/**
 * The URL of a publication's page on its publisher's site (decisions 5), or null for a draft. Another node knows a publication
 * by its hash, and not by its id here; a site of the reference form has no `/slug/…`.
 */
export function pageOf(
  { url, isSelf, form }: Pick<Profile, "url" | "isSelf"> & Partial<Pick<Profile, "form">>,
  publication: Pick<Publication, "id" | "slug" | "contentHash" | "state" | "isReplaced">,
): string | null {
  const { slug, contentHash, state, isReplaced } = publication;
  if (state === "draft") return null;
  const isNamed = isSelf || (form !== "reference" && slug !== null && isReplaced === 0);
  return joinNodeUrl(url, isNamed ? pathOf(publication) : `/publications/${contentHash}`);
}

/** The path of the page of one of this owner's publications: by its slug, which leads to the newest version, or its id. */
export function pathOf({ id, slug, isReplaced }: Pick<Publication, "id" | "slug" | "isReplaced">): string {
  return slug === null || isReplaced === 1 ? `/publications/${id}` : `/slug/${encodeURIComponent(slug)}`;
}

/**
 * The paths of a publication's bytes and thumbnails on this node. What the owner signed is public under its hash, where
 * caches store it; everything else needs an id and permission.
 */
function locateContent(
  publication: Pick<Publication, "id" | "kind" | "contentHash" | "timestamp" | "mediaType">,
  { isOwn }: { isOwn: boolean },
): { contentPath: string; thumbnails: Readonly<Record<ThumbnailSize, string>> | null } {
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
