import { AppError } from "../errors.ts";

/**
 * An id as a client gives it back: decimal digits.
 *
 * @throws AppError NOT_FOUND for what is never given out
 */
export function parseId(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new AppError("NOT_FOUND", "There is nothing with this id.");
}
