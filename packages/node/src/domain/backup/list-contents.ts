import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { readLines } from "./read-lines.ts";

/** A content that is to be taken along. */
export interface ListedContent {
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
}

/** The contents of a spooled table, in the order of their hashes. */
export async function* readContentRows(path: string): AsyncGenerator<ListedContent> {
  for await (const line of readLines(path)) {
    const { hash, size } = JSON.parse(line) as ListedContent;
    yield { hash, size };
  }
}

/** Whether the bytes are there in their length. */
export async function isThere(
  { blobs }: Pick<Context, "blobs">,
  { hash, size }: ListedContent,
): Promise<boolean> {
  return (await blobs.size(hash)) === size;
}
