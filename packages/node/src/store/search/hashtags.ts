import type { Address } from "@freehold/protocol";
import type { Reader, Tx } from "../database.ts";
import { prepareQueries } from "../prepare-query.ts";
import { leaveTags } from "../publications/old-addresses.ts";
import type { Publication } from "../publications/publications.ts";
import {
  type PublicationHashtagsTable,
  type PublicationState,
  timelinePosition,
} from "../tables/publications.ts";

/** Writes the tags of a publication's text, in the place of those that there were, with its places in the timeline and on the site. */
export async function saveHashtags(tx: Tx, publication: Publication, tags: readonly string[]): Promise<void> {
  // Replicas have no date on this site.
  const isPublic = publication.state !== "draft" && publication.publishedAt !== null;
  if (isPublic) await leaveTags(tx, publication.id, tags);
  await tx.deleteFrom("publication_hashtags").where("publicationId", "=", publication.id).execute();
  await addHashtags(tx, publication, tags);
}

/** Writes the tags of a publication that has none yet. */
export async function addHashtags(tx: Tx, publication: Publication, tags: readonly string[]): Promise<void> {
  const { id, publisherAddress } = publication;
  const { timestamp, seq } = timelinePosition(publication);
  const row = { publicationId: id, publisherAddress, sortTime: timestamp, seq };
  if (tags.length > 0) await insertHashtags(tx, tags.length, { ...row, ...tags });
}

type HashtagRow = Pick<PublicationHashtagsTable, "publicationId" | "publisherAddress" | "sortTime" | "seq">;

const insertHashtags = prepareQueries((db, row: HashtagRow & Record<number, string>, count: number) =>
  db.insertInto("publication_hashtags").values(
    Array.from({ length: count }, (_, index) => ({
      publicationId: row.publicationId,
      publisherAddress: row.publisherAddress,
      sortTime: row.sortTime,
      seq: row.seq,
      tag: row[index] as string,
      siteTime: ofRow(db, row.publicationId, "siteTime"),
      siteSeq: ofRow(db, row.publicationId, "siteSeq"),
      siteId: ofRow(db, row.publicationId, "siteId"),
    })),
  ),
);

/** A field of the row, which has it since it was written. */
function ofRow(db: Reader, id: number, field: "siteTime" | "siteSeq" | "siteId") {
  return db.selectFrom("publications").select(field).where("publications.id", "=", id);
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
    .select(["publicationId as id", "tag"])
    .where("publicationId", "in", publicationIds)
    .orderBy("tag")
    .execute();
  for (const { id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
  return tags;
}

/** Which hashtags: those that begin with a text, of publications in these states, of one publisher or of all. */
export interface HashtagFilter {
  prefix: string;
  publisher: Address | null;
  states: readonly PublicationState[];
  limit: number;
}

/** Hashtags as they are stored, in the order of the alphabet, each once. */
export async function listHashtags(db: Reader, filter: HashtagFilter): Promise<string[]> {
  const found: string[] = [];
  // A step from each tag to the next: however many publications have it, one of them is read.
  while (found.length < filter.limit) {
    const next = await findNext(db, filter, found.at(-1) ?? null);
    if (next === null) break;
    found.push(next);
  }
  return found;
}

async function findNext(
  db: Reader,
  { prefix, publisher, states }: HashtagFilter,
  after: string | null,
): Promise<string | null> {
  const row = await db
    .selectFrom("publication_hashtags")
    .select("tag")
    .where("tag", "<", `${prefix}\u{10ffff}`)
    .$if(after === null, (query) => query.where("tag", ">=", prefix))
    .$if(after !== null, (query) => query.where("tag", ">", after ?? ""))
    .$if(publisher !== null, (query) =>
      query.where("publication_hashtags.publisherAddress", "=", publisher ?? "0x"),
    )
    // Not a join, which a database may well begin at the other end.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("publications")
          .select("publications.id")
          .whereRef("publications.id", "=", "publication_hashtags.publicationId")
          .where("publications.state", "in", states),
      ),
    )
    // PostgreSQL would read and sort all tags for an anti-join.
    .where("publication_hashtags.publisherAddress", "not in", (query) =>
      query.selectFrom("blocks").select("blocks.address"),
    )
    .orderBy("tag")
    .limit(1)
    .executeTakeFirst();
  return row?.tag ?? null;
}
