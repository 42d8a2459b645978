import { EwpError } from "@freehold/protocol";
import { hasCode, isRefusal, type Refusal } from "../../errors/errors.ts";

/** Whether a page answers an error by itself: a refusal, or a node without an owner, which has nothing to show. */
export function isPageRefusal(error: unknown): error is Refusal {
  return isRefusal(error) || hasCode(error, "NOT_INSTALLED");
}

/** The error for a page that does not exist. */
export function notFound(): EwpError {
  return new EwpError("NOT_FOUND");
}

/** Throws NOT_FOUND for an error that a page answers by itself, and every other error as it is. */
export function rethrowAsNotFound(error: unknown): never {
  throw isPageRefusal(error) ? notFound() : error;
}

type PostKey = { id: number } | { contentHash: string };

/**
 * The number or content hash of a post, from the path of its page.
 *
 * @throws EwpError NOT_FOUND for anything else
 */
export function readKey(text: string): PostKey {
  const key = parseKey(text);
  if (key === null) throw notFound();
  return key;
}

/** Like `readKey`, but null for anything else. */
export function parseKey(text: string): PostKey | null {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { contentHash: text };
  return /^[1-9]\d{0,14}$/.test(text) ? { id: Number(text) } : null;
}

/** The number of a page, from 1. @throws EwpError NOT_FOUND for anything else */
export function readPageNumber(query: unknown): number {
  const { page = "1" } = query as { page?: unknown };
  if (typeof page !== "string" || !/^[1-9]\d{0,8}$/.test(page)) throw notFound();
  return Number(page);
}
