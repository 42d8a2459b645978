import { createHash } from "node:crypto";
import { type Hash, parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listContents } from "../../store/contents.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { limits } from "../limits.ts";
import { type ContentFault, settleContentFaults } from "./faults.ts";

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

const progressKey = "content_check";
const dayMs = 24 * 60 * 60 * 1000;
// Not a limit: a batch size and an interval.
/** A disk that rots does it slowly. */
const restMs = 7 * dayMs;
/** So many are looked at between two notes of how far it came. */
const batch = 100;

type CheckContext = Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log">;

/**
 * Reads the bytes of all contents again, a bounded piece at each call and everything in a week or more, and compares
 * them with their hashes. What is missing is marked; what is damaged is set aside, so that it is served to nobody.
 *
 * @returns how many were read
 */
export async function checkContents(context: CheckContext, signal?: AbortSignal): Promise<number> {
  const { store, clock } = context;
  const progress = await readMeta(store.db, progressKey);
  const restUntil = Number(/^done:(\d+)$/.exec(progress ?? "")?.[1] ?? 0) + restMs;
  if (progress?.startsWith("done:") && clock.now() < restUntil && restUntil - clock.now() <= restMs) return 0;
  let after = parseHash(progress ?? "");
  let read = 0;
  for (let bytes = 0; bytes < limits.contentCheckBytes && read < limits.contentCheckFiles; ) {
    const contents = await listContents(store.db, { after, limit: batch });
    const found = new Map();
    for (const content of contents) {
      if (signal?.aborted || bytes >= limits.contentCheckBytes) break;
      found.set(content.hash, await checkContentBytes(context, content, signal));
      bytes += content.size;
      read += 1;
      after = content.hash;
    }
    await settleContentFaults(context, found);
    const isDone = contents.length < batch && after === (contents.at(-1)?.hash ?? after);
    const note = isDone ? `done:${clock.now()}` : after;
    if (note) await store.transaction((tx) => writeMeta(tx, progressKey, note));
    if (isDone || signal?.aborted) break;
  }
  return read;
}
