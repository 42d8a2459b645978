import { randomBytes } from "node:crypto";
import type { Hex } from "@freehold/protocol";
import type { Content } from "./contents.ts";
import type { Reader } from "./store.ts";

const columns = ["contents.hash", "contents.size", "contents.created_at as createdAt"] as const;

/** Some contents: of the newest publications, and as many that come behind a place in the order of hashes that is left to chance. */
export async function sampleContents(db: Reader, most: number): Promise<Content[]> {
  const newest = await db
    .selectFrom("publications")
    .innerJoin("contents", "contents.hash", "publications.content_hash")
    .select(columns)
    .orderBy("publications.id", "desc")
    .limit(Math.ceil(most / 2))
    .execute();
  const place: Hex = `0x${randomBytes(32).toString("hex")}`;
  const walk = db.selectFrom("contents").select(columns).orderBy("hash").limit(most);
  const behind = await walk.where("hash", ">=", place).execute();
  const rest = behind.length < most ? await walk.where("hash", "<", place).execute() : [];
  const all = new Map([...newest, ...behind, ...rest].map((content) => [content.hash, content]));
  return [...all.values()].slice(0, most);
}
