import type { ReadingItem } from "../../publications/publication.ts";

/**
 * Whether a place in the timeline is newer than another one. The node writes both as numbers with dots between them, in
 * base64url, the most significant first.
 */
export function isNewerCursor(cursor: string, other: string): boolean {
  const [one, two] = [cursor, other].map(numbersOf);
  const at = (one ?? []).findIndex((part, index) => part !== two?.[index]);
  return at !== -1 && (one?.[at] ?? 0) > (two?.[at] ?? 0);
}

function numbersOf(cursor: string): number[] {
  return atob(cursor.replaceAll("-", "+").replaceAll("_", "/")).split(".").map(Number);
}

type Placed = Pick<ReadingItem, "cursor">;

/** How many of the items, newest first, are newer than a place. */
export function countNewer(items: readonly Placed[], cursor: string): number {
  const first = items.findIndex((item) => !isNewerCursor(item.cursor, cursor));
  return first === -1 ? items.length : first;
}

/**
 * The place up to which everything was read: from the last known one upwards, as long as each item was seen.
 *
 * @param items newest first
 * @param known null where nothing was read yet: then reading begins at the newest
 * @returns null where it is the known one
 */
export function findReadUpTo(
  items: readonly Placed[],
  known: string | null,
  seen: ReadonlySet<string>,
): string | null {
  if (known === null) return items[0]?.cursor ?? null;
  const unread = countNewer(items, known);
  // The known place is not loaded, so the items in between were not seen.
  if (unread === items.length) return null;
  let upTo: string | null = null;
  for (let at = unread - 1; at >= 0; at -= 1) {
    const { cursor } = items[at] as Placed;
    if (!seen.has(cursor)) break;
    upTo = cursor;
  }
  return upTo;
}
