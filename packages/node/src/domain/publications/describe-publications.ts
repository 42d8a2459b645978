import type { Context } from "../../context.ts";
import { readContentSizes } from "../../store/contents.ts";
import { readHashtags } from "../../store/hashtags.ts";
import { readProfiles } from "../../store/profiles.ts";
import { readSchedules } from "../../store/publication-schedules.ts";
import type { Publication } from "../../store/publications.ts";
import { type ContentPlace, locateContent } from "../contents/locate-content.ts";
import { locatePicture } from "../profile/locate-picture.ts";
import { pageOf } from "./page-of.ts";
import type { TimelineItem } from "./read-timeline.ts";

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
