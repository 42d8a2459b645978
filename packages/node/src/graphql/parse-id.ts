import { DomainError } from "../domain/domain-error.ts";

/**
 * An id as a client gives it back: decimal digits.
 *
 * @throws DomainError NOT_FOUND for what is never given out
 */
export function parseId(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new DomainError("NOT_FOUND", "There is nothing with this id.");
}
