import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { prepareQueries } from "../prepare-query.ts";
import { publicationColumns } from "../tables/publications.ts";
import type { Publication } from "./publications.ts";

/** The details of a publication from other tables. A detail that was not asked for is null. */
export interface DetailedPublication extends Publication {
  /** Bytes of its content; null where that is not known. */
  size: number | null;
  /** Its hashtags in the order of the alphabet, with blanks between them; null for none. */
  tags: string | null;
  /** When a draft becomes local (ms); null where it is not scheduled. */
  dueAt: number | null;
  /** The picture above the text: its id; null for none. That of a draft is seen where the text is a draft too. */
  coverId: number | null;
  /** Seconds; null for a cover that is not signed. */
  coverTimestamp: number | null;
}

export type Detail = "size" | "tags" | "dueAt" | "cover";

export const allDetails: readonly Detail[] = ["size", "tags", "dueAt", "cover"];

const ofTables = {
  size: sql<number | null>`(select size from contents where hash = publications.content_hash)`,
  tags: sql<string | null>`(
    select string_agg(tag, ' ' order by tag) from publication_hashtags where publication_id = publications.id
  )`,
  dueAt: sql<
    number | null
  >`(select due_at from publication_schedules where publication_id = publications.id)`,
};

/** The cover among files with the same bytes: signed before local before draft, then the newest. */
const ofCover = (column: "id" | "timestamp") => sql<number | null>`(
  select cover.${sql.raw(`"${column}"`)} from publications as cover
  where cover.content_hash = publications.cover_hash
    and cover.publisher_address = publications.publisher_address
    and cover.kind = 'FILE' and (cover.state <> 'draft' or publications.state = 'draft')
  order by cover.state desc, cover.id desc limit 1
)`;

/** The columns of a publication's cover, for a `select`. */
export const coverColumns = [ofCover("id").as("coverId"), ofCover("timestamp").as("coverTimestamp")] as const;

/** The columns of a publication with details, for a `select`. Only requested details are read. */
export function detailedColumns(wanted: readonly Detail[]) {
  const { size, tags, dueAt } = ofTables;
  const none = sql<null>`null`;
  return [
    ...publicationColumns,
    (wanted.includes("size") ? size : none).as("size"),
    (wanted.includes("tags") ? tags : none).as("tags"),
    (wanted.includes("dueAt") ? dueAt : none).as("dueAt"),
    ...(wanted.includes("cover") ? coverColumns : [none.as("coverId"), none.as("coverTimestamp")]),
  ] as const;
}

const selectByIds = prepareQueries((db, ids: Record<number, number>, { wanted, count }: IdsShape) =>
  db
    .selectFrom("publications")
    .select(detailedColumns(wanted))
    .where(
      "id",
      "in",
      Array.from({ length: count }, (_, index) => ids[index] as number),
    ),
);

interface IdsShape {
  wanted: readonly Detail[];
  count: number;
}

/** The publications with these ids, in no particular order. */
export async function readDetailedPublications(
  db: Reader,
  ids: readonly number[],
  wanted: readonly Detail[],
): Promise<DetailedPublication[]> {
  if (ids.length === 0) return [];
  return await selectByIds(db, { wanted, count: ids.length }, { ...ids });
}

const selectBySlug = prepareQueries(
  (db, { publisher, slug }: { publisher: Address; slug: string }, wanted: readonly Detail[]) =>
    db
      .selectFrom("publications")
      .select(detailedColumns(wanted))
      .where("publisherAddress", "=", publisher)
      .where("slug", "=", slug)
      .orderBy(sql`case when state = 'draft' then 1 else 0 end`)
      .orderBy("sortTime", "desc")
      .orderBy("seq", "desc")
      .orderBy("id", "desc")
      .limit(1),
);

/** The publisher's newest publication with that slug, a draft last, as `findPublicationBySlug`. */
export async function findDetailedBySlug(
  db: Reader,
  publisher: Address,
  slug: string,
  wanted: readonly Detail[],
): Promise<DetailedPublication | null> {
  const [row] = await selectBySlug(db, wanted, { publisher, slug });
  return row ?? null;
}

/** The ids of a publisher's posts with that cover. */
export async function listCoveredBy(db: Reader, publisher: Address, coverHash: Hex): Promise<number[]> {
  const found = await db
    .selectFrom("publications")
    .select("id")
    .where("publisherAddress", "=", publisher)
    .where("coverHash", "=", coverHash)
    .orderBy("id")
    .execute();
  return found.map(({ id }) => id);
}
