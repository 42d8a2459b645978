import { EwpError } from "@freehold/protocol";
import { hasCode, isRefusal, type Refusal } from "../../errors/errors.ts";

/** Whether a page answers an error by itself: a refusal, or that the node has no owner and so nothing to show. */
export function isPageRefusal(error: unknown): error is Refusal {
  return isRefusal(error) || hasCode(error, "NOT_INSTALLED");
}

/** The error for a page that does not exist. */
export function notFound(): EwpError {
  return new EwpError("NOT_FOUND");
}

/**
 * What stands for a post in the path of its page: its number, or its content hash.
 *
 * @throws EwpError NOT_FOUND for anything else
 */
export function readKey(text: string): PostKey {
  const key = parseKey(text);
  if (key === null) throw new EwpError("NOT_FOUND");
  return key;
}

/** The same; null for anything else. */
export function parseKey(text: string): PostKey | null {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { contentHash: text };
  return /^[1-9]\d{0,14}$/.test(text) ? { id: Number(text) } : null;
}

type PostKey = { id: number } | { contentHash: string };

/**
 * The page from 1; there is nothing at a page that is no number.
 *
 * @throws EwpError NOT_FOUND
 */
export function readPageNumber(query: unknown): number {
  const { page = "1" } = query as { page?: unknown };
  if (typeof page !== "string" || !/^[1-9]\d{0,8}$/.test(page)) throw notFound();
  return Number(page);
}
