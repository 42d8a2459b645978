import type { Context } from "../../context.ts";
import { decodeCursor } from "../../domain/paging.ts";
import type { Reader } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { countUnread, isNewer } from "./reading.ts";

const key = "reading.position";

/** Up to where the owner has read the timeline, on any device. */
export interface ReadPosition {
  /** The newest item that was read; null where nobody has read yet. */
  readonly cursor: string | null;
  /** How many are newer, counted up to a limit. */
  readonly unread: number;
}

export async function readPosition(context: Pick<Context, "store" | "owner">): Promise<ReadPosition> {
  const cursor = await readCursor(context.store.db);
  return { cursor, unread: cursor === null ? 0 : await countUnread(context, cursor) };
}

/**
 * Moves the place up to which the owner has read. It only moves forward: a device that is behind does not move it back.
 *
 * @throws AppError VALIDATION_FAILED for a cursor of another list
 */
export async function savePosition(
  context: Pick<Context, "store" | "owner">,
  cursor: string,
): Promise<ReadPosition> {
  decodeCursor(cursor, 4);
  await context.store.transaction(async (tx) => {
    const known = await readCursor(tx);
    if (known === null || isNewer(cursor, known)) await writeMeta(tx, key, cursor);
  });
  return await readPosition(context);
}

async function readCursor(db: Reader): Promise<string | null> {
  const stored = await readMeta(db, key);
  try {
    if (stored !== null) decodeCursor(stored, 4);
    return stored;
  } catch {
    return null;
  }
}
