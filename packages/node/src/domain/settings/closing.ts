import { z } from "zod";
import { AppError } from "../../errors/errors.ts";
import type { Reader, Tx } from "../../store/database.ts";
import type { EventHandlers } from "../../store/events.ts";
import { readMeta } from "../../store/meta.ts";

/** The settings by which strangers add something to this node. A closed one has them off. */
export const doors = ["allowFollow", "allowComment", "receiveMentions", "newsletter"] as const;

export type Door = (typeof doors)[number];

const closingSchema = z.object({
  since: z.number(),
  finishedAt: z.number().nullable(),
  postId: z.number().nullable(),
  settings: z.record(z.enum(doors), z.boolean()),
});

/** The end of a node (decision 0061). Times in ms. */
export interface Closing {
  readonly since: number;
  /** When everything was done for the first time; null before. */
  readonly finishedAt: number | null;
  /** The last post, the only one that is still published. */
  readonly postId: number | null;
  /** The settings as they were before. */
  readonly settings: Readonly<Record<Door, boolean>>;
}

export const closingKey = "closing";

export const parseClosing = (stored: string): Closing => closingSchema.parse(JSON.parse(stored));

/** How this node was closed, or null. */
export async function readClosing(db: Reader): Promise<Closing | null> {
  const stored = await readMeta(db, closingKey);
  return stored === null ? null : parseClosing(stored);
}

/**
 * Refuses what a closed node does no more.
 *
 * @param last a publication that may be the last post, which is published while the node is being closed
 * @throws AppError SITE_CLOSED
 */
export async function requireNotClosed(db: Reader, last: number | null = null): Promise<void> {
  const closing = await readClosing(db);
  if (closing === null) return;
  if (last !== null && last === closing.postId && closing.finishedAt === null) return;
  throw new AppError("SITE_CLOSED", "This site is closed.");
}

/** @throws AppError SITE_CLOSED for a change that would let strangers add something to a closed node */
export async function requireShutDoors(tx: Tx, changes: ReadonlyMap<string, unknown>): Promise<void> {
  if (doors.some((name) => changes.has(name) && changes.get(name) !== false)) await requireNotClosed(tx);
}

/** Refuses whatever would publish something on a closed node, in the transaction that would. */
export const refuseWhenClosed: EventHandlers = {
  "publication.published": (tx, { publication }) => requireNotClosed(tx, publication.id),
  "publication.signed": (tx, { id }) => requireNotClosed(tx, id),
};
