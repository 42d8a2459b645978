import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "../database.ts";

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

/** A text that is another one after any publication of this publisher was added, deleted, or got another revision. */
export async function readRevisions(db: Reader, publisher: Address): Promise<string> {
  const text = sql<string>`count(*) || ' ' || coalesce(sum(updated_at), 0)`;
  const found = db
    .selectFrom("publications")
    .select(text.as("text"))
    .where("publisherAddress", "=", publisher);
  return (await found.executeTakeFirstOrThrow()).text;
}
