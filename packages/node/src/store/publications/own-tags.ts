import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { findRow } from "../query-results.ts";

/** A tag of the owner's publications, folded, and how many publications of each state have it; older versions do not count. */
export interface OwnTag {
  readonly tag: string;
  readonly drafts: number;
  readonly local: number;
  readonly signed: number;
}

function selectTags(db: Reader, publisher: Address) {
  return db
    .selectFrom("publication_hashtags as tags")
    .innerJoin("publications", "publications.id", "tags.publicationId")
    .where("tags.publisherAddress", "=", publisher)
    .where("publications.isReplaced", "=", 0)
    .groupBy("tags.tag")
    .select("tags.tag")
    .select(({ fn }) =>
      (["draft", "local", "signed"] as const).map((state) =>
        fn
          .count<number>("publications.id")
          .filterWhere("publications.state", "=", state)
          .as(state === "draft" ? "drafts" : state),
      ),
    );
}

/** Tags behind `after` that contain `part`, in the order of their bytes. */
export async function listOwnTags(
  db: Reader,
  publisher: Address,
  { part, after, limit }: { part: string; after: string; limit: number },
): Promise<OwnTag[]> {
  // An underscore stands for any letter in a pattern, unless it is escaped.
  const pattern = `%${part.replaceAll("_", "\\_")}%`;
  const rows = await selectTags(db, publisher)
    .where("tags.tag", ">", after)
    .$if(part !== "", (query) => query.where(sql<boolean>`tags.tag like ${pattern} escape '\\'`))
    .orderBy("tags.tag")
    .limit(limit)
    .execute();
  return rows.map(toOwnTag);
}

/** Tags behind `after` that posts on the site have, in the order of their bytes, and how many have each. */
export async function listSiteTags(
  db: Reader,
  publisher: Address,
  { after, limit }: { after: string; limit: number },
): Promise<{ tag: string; count: number }[]> {
  const rows = await selectTags(db, publisher)
    .where("publications.state", "!=", "draft")
    .where("publications.isPage", "=", 0)
    .where("tags.tag", ">", after)
    .orderBy("tags.tag")
    .limit(limit)
    .execute();
  return rows.map(toOwnTag).map(({ tag, local, signed }) => ({ tag, count: local + signed }));
}

/** A tag and its publications; null where no publication has it. */
export async function findOwnTag(db: Reader, publisher: Address, tag: string): Promise<OwnTag | null> {
  const row = await findRow(selectTags(db, publisher).where("tags.tag", "=", tag));
  return row && toOwnTag(row);
}

function toOwnTag({ tag, drafts, local, signed }: OwnTag): OwnTag {
  return { tag, drafts: Number(drafts), local: Number(local), signed: Number(signed) };
}

/** The ids of unsigned publications with a tag above an id, the lowest first. */
export async function listUnsignedWithTag(
  db: Reader,
  publisher: Address,
  { tag, after, limit }: { tag: string; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("publication_hashtags as tags")
    .innerJoin("publications", "publications.id", "tags.publicationId")
    .select("publications.id")
    .where("tags.publisherAddress", "=", publisher)
    .where("tags.tag", "=", tag)
    .where("publications.state", "in", ["draft", "local"])
    .where("publications.id", ">", after)
    .orderBy("publications.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Has the page of a tag lead to that of another one, and those that led to it as well. */
export async function moveTag(tx: Tx, tag: string, target: string): Promise<void> {
  await tx.deleteFrom("moved_tags").where("tag", "=", target).execute();
  await tx.updateTable("moved_tags").set({ target }).where("target", "=", tag).execute();
  await tx
    .insertInto("moved_tags")
    .values({ tag, target })
    .onConflict((conflict) => conflict.column("tag").doUpdateSet({ target }))
    .execute();
}

/** The tag to which the page of a tag leads; null for none. */
export async function findMovedTag(db: Reader, tag: string): Promise<string | null> {
  const row = await findRow(db.selectFrom("moved_tags").select("target").where("tag", "=", tag));
  return row?.target ?? null;
}

/** The tags that moved, behind `after`, in the order of their bytes. */
export async function listMovedTagsAfter(
  db: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("moved_tags")
    .select("tag")
    .where("tag", ">", after)
    .orderBy("tag")
    .limit(limit)
    .execute();
  return rows.map(({ tag }) => tag);
}
