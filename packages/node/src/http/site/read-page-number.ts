import { nothing } from "./nothing.ts";

/**
 * The page from 1; there is nothing at a page that is no number.
 *
 * @throws EwpError NOT_FOUND
 */
export function readPageNumber(query: unknown): number {
  const { page = "1" } = query as { page?: unknown };
  if (typeof page !== "string" || !/^[1-9]\d{0,8}$/.test(page)) throw nothing();
  return Number(page);
}
