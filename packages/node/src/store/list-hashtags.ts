import type { Address } from "@freehold/protocol";
import type { Reader } from "./store.ts";
import type { PublicationState } from "./tables/publications.ts";

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
      query.where("publication_hashtags.publisher_address", "=", publisher ?? "0x"),
    )
    // Not a join, which a database may well begin at the other end.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("publications")
          .select("publications.id")
          .whereRef("publications.id", "=", "publication_hashtags.publication_id")
          .where("publications.state", "in", states),
      ),
    )
    .orderBy("tag")
    .limit(1)
    .executeTakeFirst();
  return row?.tag ?? null;
}
