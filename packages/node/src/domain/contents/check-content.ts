import { createHash } from "node:crypto";
import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { ContentFault } from "./content-faults.ts";

/** A content as the database has it. */
export interface KnownContent {
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
}

/** Whether the bytes are there in their length: quick, and finds what a crash leaves. */
export async function checkContentSize(
  { blobs }: Pick<Context, "blobs">,
  { hash, size }: KnownContent,
): Promise<ContentFault | null> {
  const found = await blobs.size(hash);
  if (found === null) return "missing";
  return found === size ? null : "damaged";
}

/** Reads all bytes, and tells whether they are those of the hash. */
export async function checkContentBytes(
  context: Pick<Context, "blobs">,
  content: KnownContent,
  signal?: AbortSignal,
): Promise<ContentFault | null> {
  const fault = await checkContentSize(context, content);
  if (fault) return fault;
  const hasher = createHash("sha256");
  for await (const chunk of context.blobs.read(content.hash)) {
    signal?.throwIfAborted();
    hasher.update(chunk);
  }
  return `0x${hasher.digest("hex")}` === content.hash ? null : "damaged";
}
