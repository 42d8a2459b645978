import { AppError } from "../../errors.ts";

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
