import { isoSeconds, type Meanings, parseHash, timestampWindowSeconds } from "@freehold/protocol";
import { program } from "../../../config/program.ts";
import type { Context } from "../../../context.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import type { Reader } from "../../../store/database.ts";
import { lastSigned } from "../../../store/publications/public-posts.ts";
import { isSignedOrDeleted } from "../../../store/publications/publication-tombstones.ts";
import { type Publication, readPublications } from "../../../store/publications/publications.ts";
import type { Caller } from "../../access/callers.ts";
import { requireCertainClock } from "../../clock.ts";
import { limits } from "../../limits.ts";
import { requireOwner } from "../../profile/owner.ts";
import { acceptedUntil } from "../future-posts.ts";
import { requireText } from "../texts/blank.ts";
import { requireOwn, requireUnsigned } from "../visible.ts";

/**
 * Prepares the messages to sign for several publications (decisions 5), in the order of the index. The seconds rise up to
 * now, so that none is ahead of the clock; none is lower than that of the last signed publication, and none repeats a
 * second in which the same bytes were signed.
 *
 * @throws AppError NOT_FOUND, CONFLICT when one is signed already, VALIDATION_FAILED for none, too many, or one twice,
 *   BLANK_POST
 */
export async function prepareSignatures(
  context: Pick<Context, "store" | "blobs" | "clock" | "owner">,
  ids: readonly number[],
): Promise<Array<Meanings["StatementOfSource"]>> {
  const { store, clock } = context;
  const { address: publisherAddress } = await requireOwner(context);
  await requireCertainClock(store.db);
  if (ids.length === 0 || ids.length > limits.signaturesAtOnce || new Set(ids).size < ids.length) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`From 1 to ${limits.signaturesAtOnce} different posts can be signed at a time.`,
    );
  }
  const found = await readById(store.db, ids);
  const publications = ids.map((id) => requireUnsigned(found.get(id), publisherAddress, id));
  for (const publication of publications) await requireText(context, publication);
  const now = Math.floor(clock.now() / 1000);
  const meanings: Array<Meanings["StatementOfSource"]> = [];
  const last = await lastSigned(store.db, publisherAddress, acceptedUntil(clock.now()));
  let timestamp = last?.timestamp ?? 0;
  for (const [index, { contentHash }] of publications.entries()) {
    timestamp = Math.max(timestamp, now - (publications.length - 1 - index));
    const isTaken = async () =>
      meanings.some((other) => other.contentHash === contentHash && other.timestamp === timestamp) ||
      (await isSignedOrDeleted(store.db, { publisherAddress, contentHash, timestamp }));
    while (await isTaken()) timestamp += 1;
    refuseFuture(timestamp, now);
    meanings.push({ contentHash, publisherAddress, timestamp });
  }
  return meanings;
}

async function readById(db: Reader, ids: readonly number[]): Promise<Map<number, Publication>> {
  return new Map((await readPublications(db, ids)).map((row) => [row.id, row]));
}

/** Prepares the message to sign for one publication. @throws AppError as `prepareSignatures` */
export async function prepareSignature(
  context: Pick<Context, "store" | "blobs" | "clock" | "owner">,
  id: number,
): Promise<Meanings["StatementOfSource"]> {
  const [meaning] = await prepareSignatures(context, [id]);
  if (!meaning) throw new Error("Nothing was prepared for a post.");
  return meaning;
}

/** Refuses a second too far ahead, after a publication that was signed with a wrong clock: no node accepts it yet. */
function refuseFuture(timestamp: number, now: number): void {
  const ahead = timestamp - now;
  if (ahead <= timestampWindowSeconds) return;
  throw new AppError(
    "CONFLICT",
    msg`The clock was wrong when you last signed: your last post is dated ${isoSeconds(timestamp)}, and no other node accepts it before then. Delete the posts that are dated in the future, or turn them into drafts (${program} clock --withdraw): then you can sign immediately. Otherwise, signing works again in ${Math.ceil((ahead - timestampWindowSeconds) / 60)} minutes.`,
  );
}

/**
 * Hides drafts from a program: it must give the hash of a draft, which proves that it has the bytes. The owner, in a
 * session, sees all drafts.
 *
 * @throws AppError NOT_FOUND for a draft with another hash, as for a missing publication
 */
export async function requireKnown(
  { store, owner }: Pick<Context, "store" | "owner">,
  wanted: ReadonlyArray<{ id: number; contentHash: string | null }>,
  caller: Caller,
): Promise<void> {
  if (caller.kind === "client" || wanted.length === 0) return;
  const own = await owner.get();
  const found = await readById(
    store.db,
    wanted.map(({ id }) => id),
  );
  for (const { id, contentHash } of wanted) {
    const row = found.get(id);
    const isKnownDraft = row?.state !== "draft" || row.contentHash === parseHash(contentHash ?? "");
    requireOwn(isKnownDraft ? row : null, own?.address, id);
  }
}

/**
 * Refuses to prepare other bytes than those that the owner was shown: a program may have changed its draft meanwhile.
 *
 * @param before the hashes of texts that `completeStoredTexts` has changed, by their ids
 * @throws AppError CONFLICT for a publication whose hash is another one than is given
 */
export async function requireShown(
  { store }: Pick<Context, "store">,
  shown: ReadonlyArray<{ id: number; contentHash: string | null }>,
  before: ReadonlyMap<number, string>,
): Promise<void> {
  const found = await readById(
    store.db,
    shown.map(({ id }) => id),
  );
  const isChanged = shown.some(({ id, contentHash }) => {
    const hash = contentHash === null ? null : parseHash(contentHash);
    const hashes = [found.get(id)?.contentHash, before.get(id)];
    return hash !== null && found.has(id) && !hashes.includes(hash);
  });
  if (isChanged)
    throw new AppError("CONFLICT", "This text was changed after it was shown. Read it again first.");
}
