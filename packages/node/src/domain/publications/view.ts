import { joinNodeUrl, type ThumbnailSize, thumbnailSizes } from "@freehold/protocol";
import { isThumbnailMediaType } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import { readContentSizes } from "../../store/contents.ts";
import { readHashtags } from "../../store/hashtags.ts";
import { type Profile, readProfiles } from "../../store/profiles.ts";
import { readSchedules } from "../../store/publication-schedules.ts";
import type { Publication } from "../../store/publications.ts";
import { locatePicture } from "../profile/avatar.ts";

/** A publication without its text, which `readMarkdown` reads. Times are ISO 8601 UTC, but `timestamp` (seconds). */
export type PublicationView = Awaited<ReturnType<typeof describePublications>>[number];

/** Describes publications in the given order, with one query for each table. */
export async function describePublications({ store }: Pick<Context, "store">, rows: readonly Publication[]) {
  const { db } = store;
  const ids = rows.map(({ id }) => id);
  const profiles = await readProfiles(
    db,
    rows.map(({ publisherAddress }) => publisherAddress),
  );
  const sizes = await readContentSizes(db, [...new Set(rows.map(({ contentHash }) => contentHash))]);
  const tags = await readHashtags(db, ids);
  const schedules = await readSchedules(db, ids);
  return rows.map((row) => {
    const profile = profiles.get(row.publisherAddress);
    const dueAt = schedules.get(row.id);
    return {
      ...describeRow(row, profile, sizes.get(row.contentHash)),
      /** Path of the publisher's picture on this node; null where one is made from the address. */
      publisherPicture: locatePicture(profile),
      /** Hashtags of its text, folded, without their sign. */
      tags: tags.get(row.id) ?? [],
      /** When a draft becomes local. */
      scheduledAt: dueAt === undefined ? null : new Date(dueAt).toISOString(),
      /** Sent back with a change, so that two editors do not overwrite each other: `updatedAt` in ms. */
      revision: row.updatedAt,
      ...locateContent(row, { isOwn: profile?.isSelf ?? false }),
    };
  });
}

/** The fields that `freehold timeline` prints as well. */
export function describeRow(row: Publication, profile: Profile | undefined, size: number | undefined) {
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
    url: profile ? pageOf(profile.url, row) : null,
  };
}

/** The URL of a publication's page on its publisher's site (decisions 5), or null for a draft. */
export function pageOf(
  nodeUrl: string,
  { slug, contentHash, state }: Pick<Publication, "slug" | "contentHash" | "state">,
): string | null {
  if (state === "draft") return null;
  return joinNodeUrl(nodeUrl, slug ? `/slug/${encodeURIComponent(slug)}` : `/publications/${contentHash}`);
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
