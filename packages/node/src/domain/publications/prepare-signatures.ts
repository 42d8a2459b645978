import {
  type Address,
  type Hash,
  isoSeconds,
  type Meanings,
  parseHash,
  timestampWindowSeconds,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { lastSigned } from "../../store/public-posts.ts";
import {
  findPublicationTombstone,
  findSignedPublication,
  type Publication,
  readPublications,
} from "../../store/publications.ts";
import type { Caller } from "../access/callers.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";

/**
 * Says what is to be signed for several publications (decisions 5), in the order in which they will stand in the index:
 * for each its hash and a second. The seconds rise towards now, and so none lies ahead of the clock; none is lower than
 * that of the publication signed last, and none is one in which the same bytes were signed already.
 *
 * @param ids the publications' ids, each once
 * @throws AppError NOT_FOUND, CONFLICT when one is signed already, VALIDATION_FAILED for none, too many, or one twice
 */
export async function prepareSignatures(
  context: Pick<Context, "store" | "clock" | "owner">,
  ids: readonly number[],
): Promise<Array<Meanings["StatementOfSource"]>> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const publications = await readUnsigned(store, own.address, ids);
  const now = Math.floor(clock.now() / 1000);
  const given = new Set<string>();
  const isTaken = async (contentHash: Hash, timestamp: number) =>
    given.has(`${contentHash}:${timestamp}`) || (await wasSigned(store, own.address, contentHash, timestamp));
  let timestamp = (await lastSigned(store.db, own.address))?.timestamp ?? 0;
  const meanings: Array<Meanings["StatementOfSource"]> = [];
  for (const [index, { contentHash }] of publications.entries()) {
    timestamp = Math.max(timestamp, now - (publications.length - 1 - index));
    while (await isTaken(contentHash, timestamp)) timestamp += 1;
    refuseFuture(timestamp, now);
    given.add(`${contentHash}:${timestamp}`);
    meanings.push({ contentHash, publisherAddress: own.address, timestamp });
  }
  return meanings;
}

async function readUnsigned(
  { db }: Context["store"],
  self: Address,
  ids: readonly number[],
): Promise<Publication[]> {
  if (ids.length === 0 || ids.length > limits.signaturesAtOnce || new Set(ids).size < ids.length) {
    throw new AppError(
      "VALIDATION_FAILED",
      `From 1 to ${limits.signaturesAtOnce} different publications are signed at once.`,
    );
  }
  const found = new Map((await readPublications(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const publication = found.get(id);
    if (publication?.publisherAddress !== self) {
      throw new AppError("NOT_FOUND", `There is no publication ${id} of yours.`);
    }
    if (publication.state === "signed") throw new AppError("CONFLICT", "This publication is signed already.");
    return publication;
  });
}

async function wasSigned(
  { db }: Context["store"],
  publisherAddress: Address,
  contentHash: Hash,
  timestamp: number,
): Promise<boolean> {
  if (await findSignedPublication(db, publisherAddress, contentHash, timestamp)) return true;
  return (await findPublicationTombstone(db, { publisherAddress, contentHash, timestamp })) !== null;
}

/** A clock that was ahead leaves a last publication in the future, behind which nobody takes another one yet. */
function refuseFuture(timestamp: number, now: number): void {
  const ahead = timestamp - now;
  if (ahead <= timestampWindowSeconds) return;
  throw new AppError(
    "CONFLICT",
    `Your last publication is signed for ${isoSeconds(timestamp)}, when this machine's clock was ahead. ` +
      `Signing works again in ${Math.ceil((ahead - timestampWindowSeconds) / 60)} minutes.`,
  );
}

/** A publication that somebody wants signed, and the hash that they say it has; null where they say none. */
export interface WantedSignature {
  readonly id: number;
  readonly contentHash: string | null;
}

/**
 * Of a draft a program learns nothing that it does not know: it has to name its hash, as whoever has its bytes can. Its
 * owner, in a session, sees it anyway.
 *
 * @throws AppError NOT_FOUND for a draft with another hash, in the words for one that is not there
 */
export async function requireKnown(
  { store, owner }: Pick<Context, "store" | "owner">,
  wanted: readonly WantedSignature[],
  caller: Caller,
): Promise<void> {
  if (caller.kind === "client" || wanted.length === 0) return;
  const own = await owner.get();
  const rows = await readPublications(
    store.db,
    wanted.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { id, contentHash } of wanted) {
    const row = found.get(id);
    const isThere = row !== undefined && row.publisherAddress === own?.address;
    if (isThere && (row.state !== "draft" || row.contentHash === parseHash(contentHash ?? ""))) continue;
    throw new AppError("NOT_FOUND", `There is no publication ${id} of yours.`);
  }
}

/**
 * Says what is to be signed for a publication (decisions 5): its hash, and the second, which is never lower than
 * that of the publication signed before it, and not one in which the same bytes were signed already.
 *
 * @param id the publication's id
 * @throws AppError NOT_FOUND, CONFLICT when it is signed already
 */
export async function prepareSignature(
  context: Pick<Context, "store" | "clock" | "owner">,
  id: number,
): Promise<Meanings["StatementOfSource"]> {
  const [meaning] = await prepareSignatures(context, [id]);
  if (!meaning) throw new Error("Nothing was prepared for a publication.");
  return meaning;
}
