import { AppError } from "../errors/errors.ts";
import { limits } from "./limits.ts";

/** A part of a list, as Relay pages through lists. */
export interface Page<T> {
  readonly items: ReadonlyArray<T & { readonly cursor: string }>;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Of the last item; null for a page without any. */
  readonly endCursor: string | null;
}

/** What part of a list is asked for: `first` of them, behind the cursor `after`. */
export interface PageRequest {
  first: number;
  after?: string | null;
}

/** @throws AppError VALIDATION_FAILED when `first` is not an integer from 1 to 100 */
export function checkFirst(first: number): void {
  if (Number.isInteger(first) && first >= 1 && first <= limits.pageItems) return;
  throw new AppError("VALIDATION_FAILED", `A page has from 1 to ${limits.pageItems} items.`);
}

/**
 * Puts a page together.
 *
 * @param found one more than `first` where there are more
 * @param cursorOf the cursor of an item
 */
export function makePage<T>(
  found: readonly T[],
  { first, after }: PageRequest,
  cursorOf: (item: T) => string,
): Page<T> {
  const items = found.slice(0, first).map((item) => ({ ...item, cursor: cursorOf(item) }));
  return {
    items,
    hasNextPage: found.length > first,
    hasPreviousPage: after !== undefined && after !== null,
    endCursor: items.at(-1)?.cursor ?? null,
  };
}

/**
 * A place in a list as a text that says nothing to whoever holds it. It is no secret and no permission: what comes
 * back is a claim, checked like any other input.
 */
export function encodeCursor(place: readonly number[]): string {
  return Buffer.from(place.join(".")).toString("base64url");
}

/**
 * Reads a cursor of so many numbers, each an integer that JavaScript holds exactly and not below 0.
 *
 * @throws AppError VALIDATION_FAILED for anything that `encodeCursor` does not make
 */
export function decodeCursor<const N extends number>(cursor: string, size: N): CursorPlace<N> {
  const text = cursor.length <= 200 ? Buffer.from(cursor, "base64url").toString() : "";
  const place = text.split(".").map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if (place.length !== size || !place.every(Number.isSafeInteger) || encodeCursor(place) !== cursor) {
    throw new AppError("VALIDATION_FAILED", "This is no place in this list.");
  }
  return place as CursorPlace<N>;
}

type CursorPlace<N extends number> = N extends 1
  ? [number]
  : N extends 2
    ? [number, number]
    : [number, number, number];
