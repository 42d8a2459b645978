import { dayMs, hourMs, minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import { findContent } from "../../../store/contents.ts";
import type { Tx } from "../../../store/database.ts";
import {
  deleteVersions,
  findVersion,
  insertVersion,
  listVersions,
  type SavedVersion,
} from "../../../store/publications/publication-history.ts";
import { findPublication, type Publication } from "../../../store/publications/publications.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { limits } from "../../limits.ts";
import { requireOwner } from "../../profile/owner.ts";
import { requireOwn } from "../visible.ts";

type Reading = Pick<Context, "store" | "owner">;

// The least time between two earlier texts that are kept.
const spacingMs = 5 * minuteMs;

/** A text as it was saved: `updatedAt` and `createdAt` in ms. */
type SavedText = Pick<Publication, "id" | "contentHash" | "updatedAt" | "createdAt">;

/** The text that takes the place of another one, and its size in bytes. */
interface Replacement {
  readonly size: number;
  readonly now: number;
  /** Whether the earlier text is kept in any case: it was published, or the owner restored another one. */
  readonly keeps: boolean;
}

/**
 * Keeps the text of a post that a change replaces: one in five minutes of writing, the one before a pause, and each one
 * that loses much. Runs in the transaction that replaces it.
 */
export async function keepVersion(tx: Tx, before: SavedText, by: Replacement): Promise<void> {
  const kept = await listVersions(tx, before.id);
  const [newest] = kept;
  if (newest?.contentHash === before.contentHash) return;
  const size = await sizeOf(tx, before);
  const { updatedAt: savedAt, createdAt } = before;
  const isDue = savedAt - (newest?.savedAt ?? createdAt) >= spacingMs || by.now - savedAt >= spacingMs;
  if (!isDue && !by.keeps && !losesMuch(size, by.size)) return;
  await insertVersion(tx, { publicationId: before.id, contentHash: before.contentHash, savedAt });
  await deleteVersions(tx, chooseToDrop(await listVersions(tx, before.id), by.now));
}

async function sizeOf(tx: Tx, { contentHash }: SavedText): Promise<number> {
  return (await findContent(tx, contentHash))?.size ?? 0;
}

/** A third, and more than a sentence. */
function losesMuch(before: number, after: number): boolean {
  return before - after > 200 && after < (before * 2) / 3;
}

/**
 * The earlier texts to delete. Of those older than an hour one an hour stays, of those older than a day one a day, and in
 * all the newest that the limits allow.
 *
 * @param versions the newest first
 */
export function chooseToDrop(
  versions: readonly Pick<SavedVersion, "id" | "savedAt" | "size">[],
  now: number,
): number[] {
  const spans = new Set<string>();
  let count = 0;
  let bytes = 0;
  return versions
    .filter(({ savedAt, size }) => {
      const age = now - savedAt;
      const span = age <= hourMs ? null : spanOf(savedAt, age <= dayMs ? hourMs : dayMs);
      const isNeeded = span === null || !spans.has(span);
      if (span !== null) spans.add(span);
      if (!isNeeded || count === limits.savedVersions || bytes + size > limits.savedVersionBytes) return true;
      count += 1;
      bytes += size;
      return false;
    })
    .map(({ id }) => id);
}

const spanOf = (savedAt: number, lengthMs: number): string => `${lengthMs} ${Math.floor(savedAt / lengthMs)}`;

/** The earlier texts of an own post, the newest first. @throws AppError NOT_FOUND */
export async function readHistory(context: Reading, id: number): Promise<SavedVersion[]> {
  const { address } = await requireOwner(context);
  requireOwn(await findPublication(context.store.db, id), address, id);
  return await listVersions(context.store.db, id);
}

/** An earlier text of an own post, with its Markdown. @throws AppError NOT_FOUND */
export async function readVersion(
  context: Reading & Pick<Context, "blobs">,
  id: number,
): Promise<SavedVersion & { readonly body: string }> {
  const { address } = await requireOwner(context);
  const version = await findVersion(context.store.db, id);
  if (version) {
    const { publicationId, contentHash, size } = version;
    requireOwn(await findPublication(context.store.db, publicationId), address, publicationId);
    const content = { kind: "POST", contentHash, size } as const;
    const body = await readMarkdown(context, content, limits.markdownBytes);
    if (body !== null) return { ...version, body };
  }
  throw new AppError("NOT_FOUND", msg`There is no version ${id}.`);
}
