import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "./store.ts";

/**
 * The addresses of up to `limit` known nodes whose title (the size of Latin letters aside), or whose URL behind `https://`, begins
 * with `name`.
 */
export async function findAuthors(db: Reader, name: string, limit: number): Promise<Address[]> {
  const title = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const url = `https://${title}`;
  const end = "\u{10ffff}";
  const byTitle = db
    .selectFrom("profiles")
    .select("address")
    .where(sql<string>`lower(title)`, ">=", title)
    .where(sql<string>`lower(title)`, "<", `${title}${end}`)
    .orderBy(sql`lower(title)`)
    .limit(limit)
    .execute();
  const byUrl = db
    .selectFrom("profiles")
    .select("address")
    .where("url", ">=", url)
    .where("url", "<", `${url}${end}`)
    .orderBy("url")
    .limit(limit)
    .execute();
  const found = [...(await byTitle), ...(await byUrl)].map(({ address }) => address);
  return [...new Set(found)].slice(0, limit);
}
