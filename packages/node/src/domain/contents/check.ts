import { parseHash } from "@freehold/protocol";
import { dayMs, MiB } from "@freehold/protocol/internal";
import { hashBytes, type StoredBlob } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import { listContents } from "../../store/contents.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { type ContentFault, handleContentFaults } from "./faults.ts";

const contentCheckBytes = 512 * MiB; // contents that one hour's check reads
const contentCheckFiles = 20_000; // files checked in one hour

/** Compares the length of a stored content with the expected one: quick, and finds the effects of a crash. */
export async function checkContentSize(
  { blobs }: Pick<Context, "blobs">,
  { hash, size }: StoredBlob,
): Promise<ContentFault | null> {
  const found = await blobs.size(hash);
  if (found === null) return "missing";
  return found === size ? null : "damaged";
}

/** Reads all bytes of a stored content and compares their hash. */
export async function checkContentBytes(
  context: Pick<Context, "blobs">,
  content: StoredBlob,
  signal?: AbortSignal,
): Promise<ContentFault | null> {
  const fault = await checkContentSize(context, content);
  if (fault) return fault;
  return (await hashBytes(context.blobs.read(content.hash), signal)) === content.hash ? null : "damaged";
}

const progressKey = "content_check";
/** The pause between two full rounds. */
const restMs = 7 * dayMs;
/** How many are checked before the progress is saved. */
const batch = 100;

/**
 * Compares all contents with their hashes, a bounded part at each call and everything in a week or more. Missing ones are
 * recorded; damaged ones are set aside, so that they are never served.
 *
 * @returns how many were read
 */
export async function checkContents(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  const { store, clock } = context;
  const progress = await readMeta(store.db, progressKey);
  const restUntil = Number(/^done:(\d+)$/.exec(progress ?? "")?.[1] ?? 0) + restMs;
  if (progress?.startsWith("done:") && clock.now() < restUntil && restUntil - clock.now() <= restMs) return 0;
  let after = parseHash(progress ?? "");
  let read = 0;
  for (let bytes = 0; bytes < contentCheckBytes && read < contentCheckFiles; ) {
    const contents = await listContents(store.db, { after, limit: batch });
    const found = new Map();
    for (const content of contents) {
      if (signal?.aborted || bytes >= contentCheckBytes) break;
      found.set(content.hash, await checkContentBytes(context, content, signal));
      bytes += content.size;
      read += 1;
      after = content.hash;
    }
    await handleContentFaults(context, found);
    const isDone = contents.length < batch && after === (contents.at(-1)?.hash ?? after);
    const reached = isDone ? `done:${clock.now()}` : after;
    if (reached) await store.transaction((tx) => writeMeta(tx, progressKey, reached));
    if (isDone || signal?.aborted) break;
  }
  return read;
}
