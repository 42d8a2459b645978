import type { Publication } from "./publications.ts";
import type { Reader, Tx } from "./store.ts";
import { timelinePosition } from "./timeline.ts";

/** Writes the tags of a publication's text, in the place of those that there were, with its place in the timeline. */
export async function saveHashtags(tx: Tx, publication: Publication, tags: readonly string[]): Promise<void> {
  const { id, publisherAddress } = publication;
  await tx.deleteFrom("publication_hashtags").where("publication_id", "=", id).execute();
  if (tags.length === 0) return;
  const { timestamp, seq } = timelinePosition(publication);
  const place = { publication_id: id, publisher_address: publisherAddress, sort_time: timestamp, seq };
  await tx
    .insertInto("publication_hashtags")
    .values(tags.map((tag) => ({ ...place, tag })))
    .execute();
}

/** The tags of each of these publications, in the order of the alphabet; a publication without any is left out. */
export async function readHashtags(
  db: Reader,
  publicationIds: readonly number[],
): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (publicationIds.length === 0) return tags;
  const rows = await db
    .selectFrom("publication_hashtags")
    .select(["publication_id as id", "tag"])
    .where("publication_id", "in", publicationIds)
    .orderBy("tag")
    .execute();
  for (const { id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
  return tags;
}
