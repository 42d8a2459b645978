import type { Context } from "../../context.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import { findComment } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { findOldAddress, pathOfSlug } from "../../store/publications/old-addresses.ts";
import {
  deletePublicationTombstone,
  isSignedOrDeleted,
} from "../../store/publications/publication-tombstones.ts";
import {
  findPublication,
  insertPublication,
  type Publication,
} from "../../store/publications/publications.ts";
import { addPublicationForFollowers } from "../../store/queues/fan-out.ts";
import { retryDeleted } from "../../store/queues/outbox.ts";
import type { TrashKind } from "../../store/tables/trash.ts";
import {
  deleteTrash,
  findTrash,
  listTrashedWith,
  putBackRows,
  readTrashRows,
  separateTrashed,
  type TrashKey,
} from "../../store/trash.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { loadToAscii, type ToAscii } from "../publications/slug-names.ts";
import { findObstacle, nameForSite } from "../publications/slugs.ts";
import { indexComment, indexPublication } from "../search/index-documents.ts";
import { readSearchableText, type SearchableText } from "../search/searchable-text.ts";

type RestoreContext = Pick<Context, "store" | "clock" | "owner" | "blobs">;

/** Something that is back. */
export interface Restored {
  readonly id: number;
  readonly kind: TrashKind;
  /** The slug that it had, where another publication has that now. */
  readonly lostSlug: string | null;
}

/**
 * Brings something back from the trash, whole: under its id and its addresses, with its dates, versions, comments, and the files
 * that were deleted with it. A slug that another publication has got since is replaced. Mails and a schedule whose time has
 * passed don't come back. A signed post returns to its place in the index with its proof, and is sent to the followers who
 * don't have it (decisions 5).
 *
 * @throws AppError NOT_FOUND for what is not in the trash; CONFLICT where the publication of a comment is not here, or where it
 *   was imported again
 */
export async function restoreFromTrash(context: RestoreContext, key: TrashKey): Promise<Restored[]> {
  const { store } = context;
  if (key.kind === "comment") return [await restoreComment(context, key)];
  const files = await listTrashedWith(store.db, key.subjectId);
  const restored = [await restorePublication(context, key)];
  for (const file of files) restored.push(await restorePublication(context, file));
  return restored;
}

/**
 * The same for several. What is not in the trash, since it was restored already, is passed over.
 *
 * @throws AppError as `restoreFromTrash`; VALIDATION_FAILED for more than a page of them
 */
export async function restoreAll(context: RestoreContext, keys: readonly TrashKey[]): Promise<Restored[]> {
  if (keys.length > limits.pageItems)
    throw new AppError("VALIDATION_FAILED", msg`Up to ${limits.pageItems} items can be restored at a time.`);
  const restored: Restored[] = [];
  for (const key of keys) {
    try {
      restored.push(...(await restoreFromTrash(context, key)));
    } catch (error) {
      if (!hasCode(error, "NOT_FOUND")) throw error;
    }
  }
  return restored;
}

async function restorePublication(context: RestoreContext, key: TrashKey): Promise<Restored> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const [first] = await readTrashRows(store.db, key);
  if (!first) throw notInTrash();
  const text = await readSearchableText(context, toPublication(first.row));
  const toAscii = await loadToAscii();
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    await store.dialect.lock(tx, "slugs");
    await store.dialect.lock(tx, "comments");
    const [ownRow, ...others] = await readTrashRows(tx, key);
    if (!ownRow) throw notInTrash();
    const now = clock.now();
    const before = toPublication(ownRow.row);
    if (before.publisherAddress !== own.address || (await findPublication(tx, before.id)))
      throw new AppError("CONFLICT", "Another post has taken its place.");
    await forgetTombstone(tx, before);
    const publication = await nameAgain(tx, before, { text, toAscii });
    await insertPublication(tx, publication);
    await putBackRows(
      tx,
      "publication",
      others.filter(({ table, row }) => !isMissed(table.name, row, now)),
    );
    await indexPublication(tx, own.address, publication, text);
    for (const { table, row } of others)
      if (table.name === "comments") await indexAgain(tx, own.address, Number(row.id));
    if (publication.state === "signed") await sendAgain(tx, publication, now);
    await deleteTrash(tx, key);
    await separateTrashed(tx, before.id);
    await emit(tx, "publication.restored", { publication, now });
    await emit(tx, "publication.changed", { publication, now });
    const lostSlug = publication.slug === before.slug ? null : before.slug;
    return { id: publication.id, kind: "publication", lostSlug };
  });
}

function notInTrash(): AppError {
  return new AppError("NOT_FOUND", "It is not in the trash.");
}

/** The record of a row of `publications`. */
function toPublication(row: Readonly<Record<string, unknown>>): Publication {
  const fields = Object.entries(row).map(([column, value]) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(fields) as Publication;
}

/** @throws AppError CONFLICT for a signed publication that is here again */
async function forgetTombstone(
  tx: Tx,
  { publisherAddress, contentHash, timestamp }: Publication,
): Promise<void> {
  if (timestamp === null) return;
  const proof = { publisherAddress, contentHash, timestamp };
  await deletePublicationTombstone(tx, proof);
  if (await isSignedOrDeleted(tx, proof))
    throw new AppError("CONFLICT", "This post is already back: it was imported again.");
}

/** The publication with the slug that it had, or with another one where that belongs to another publication now. */
async function nameAgain(
  tx: Tx,
  publication: Publication,
  { text, toAscii }: { text: SearchableText; toAscii: ToAscii },
): Promise<Publication> {
  const { slug } = publication;
  if (slug === null) return publication;
  // Its own deletion left the address without a target.
  const takesSlug = (await findOldAddress(tx, pathOfSlug(slug)))?.publicationId === null;
  if ((await findObstacle(tx, { ...publication, slug }, { takesSlug })) === null) return publication;
  const unnamed = { ...publication, slug: null };
  if (publication.state === "draft") return unnamed;
  return { ...unnamed, slug: await nameForSite(tx, unnamed, toAscii, { title: text.title }) };
}

/** Whether a row is not put back: a draft must not go live by itself at a time that has passed. */
function isMissed(table: string, row: Readonly<Record<string, unknown>>, now: number): boolean {
  return table === "publication_schedules" && Number(row.due_at) <= now;
}

async function indexAgain(tx: Tx, self: Publication["publisherAddress"], id: number): Promise<void> {
  const comment = await findComment(tx, id);
  if (comment && comment.state !== "pending") await indexComment(tx, self, comment);
}

/** Sends a signed post to the followers who were to get it, and to those who came since. One that has it changes nothing. */
async function sendAgain(
  tx: Tx,
  { id, publisherAddress, writtenAt }: Publication,
  now: number,
): Promise<void> {
  await retryDeleted(tx, id, now);
  // Followers find imported posts in the index.
  if (writtenAt !== null) return;
  const expiresAt = now + limits.deliveryMs;
  await addPublicationForFollowers(tx, { self: publisherAddress, publicationId: id, now, expiresAt });
}

async function restoreComment(context: RestoreContext, key: TrashKey): Promise<Restored> {
  const { store } = context;
  const own = await requireOwner(context);
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const item = await findTrash(tx, key);
    if (!item) throw notInTrash();
    if (!(await findPublication(tx, item.publicationId)))
      throw new AppError("CONFLICT", "The post of this comment is deleted. Restore the post first.");
    const rows = await readTrashRows(tx, key);
    await putBackRows(tx, "comment", rows);
    await indexAgain(tx, own.address, key.subjectId);
    await deleteTrash(tx, key);
    return { id: key.subjectId, kind: "comment", lostSlug: null };
  });
}
