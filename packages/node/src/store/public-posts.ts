import type { Address } from "@freehold/protocol";
import { type Publication, publicationColumns } from "./publications.ts";
import type { Reader } from "./store.ts";

/** A publication that readers see, and how many bytes it has. */
export interface PublicPost extends Publication {
  size: number;
}

const publicStates = ["local", "signed"] as const;

/** How many publications of a publisher readers see: local and signed ones, never drafts. */
export async function countPublicPosts(db: Reader, publisher: Address): Promise<number> {
  const { count } = await db
    .selectFrom("publications")
    .where("publisher_address", "=", publisher)
    .where("state", "in", publicStates)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of what readers see, newest first. */
export async function readPublicPosts(
  db: Reader,
  { publisher, limit, offset }: { publisher: Address; limit: number; offset: number },
): Promise<PublicPost[]> {
  // Each state has its own ordered run in the index; of each no more is read than the page could need.
  const [local, signed] = publicStates.map((state) =>
    db
      .selectFrom("publications")
      .select(["id as key", "sort_time", "seq"])
      .where("publisher_address", "=", publisher)
      .where("state", "=", state)
      .orderBy("sort_time", "desc")
      .orderBy("seq", "desc")
      .orderBy("id", "desc")
      .limit(offset + limit)
      .as(state),
  );
  if (!local || !signed) return [];
  const columns = ["key", "sort_time", "seq"] as const;
  const keys = db
    .selectFrom(
      db.selectFrom(local).select(columns).unionAll(db.selectFrom(signed).select(columns)).as("candidates"),
    )
    .select("key")
    .orderBy("sort_time", "desc")
    .orderBy("seq", "desc")
    .orderBy("key", "desc")
    .limit(limit)
    .offset(offset);
  return await db
    .selectFrom(keys.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .innerJoin("contents", "contents.hash", "publications.content_hash")
    .select([...publicationColumns, "contents.size"])
    .orderBy("publications.sort_time", "desc")
    .orderBy("publications.seq", "desc")
    .orderBy("publications.id", "desc")
    .execute();
}
