import { type Hash, parseHash } from "../crypto/hashes.ts";
import { EwpError, type EwpErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";

/** The heights of thumbnails (spec 4.4). */
export const thumbnailSizes = ["sm", "md", "lg"] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

export interface IndexQuery {
  /** Unix seconds: only strictly newer entries. */
  since: number | null;
  /** 1 to 1000. */
  limit: number;
  /** From 1. */
  page: number;
}

export interface ContentQuery {
  contentHash: Hash;
  /** Unix seconds of the publication. */
  timestamp: number | null;
  thumb: ThumbnailSize | null;
}

/** The syntax of `since` in a form of the protocol. */
interface SinceFormat {
  /** Unix seconds: only strictly newer entries. Negative: all. Null for another syntax. */
  read(value: unknown): number | null;
  error: EwpErrorCode;
}

const sinceSeconds: SinceFormat = { read: parseDigits, error: "INVALID_SINCE" };

/**
 * Reads the query of `GET /ewp/publications` (spec 4.3, decisions 5).
 *
 * @param query parameters by name; a repeated one is an array
 * @param format the syntax of `since`; Unix seconds by default
 * @throws EwpError INVALID_LIMIT, INVALID_PAGE, INVALID_SINCE (or the format's error), in this order
 */
export function parseIndexQuery(
  query: Readonly<Record<string, unknown>>,
  format: SinceFormat = sinceSeconds,
): IndexQuery {
  const limit =
    readNumber(query, "limit", { min: 1, max: limits.indexPageSize, error: "INVALID_LIMIT" }) ?? 100;
  const page = readNumber(query, "page", { min: 1, error: "INVALID_PAGE" }) ?? 1;
  const asked = own(query, "since");
  const since = asked === undefined ? -1 : format.read(asked);
  if (since === null) throw new EwpError(format.error);
  return { since: since < 0 ? null : since, limit, page };
}

/**
 * Reads path and query of `GET /ewp/contents/:contentHash` (spec 4.4, decisions 5).
 *
 * @throws EwpError INVALID_HASH_FORMAT, INVALID_TIMESTAMP, INVALID_THUMBNAIL_SIZE, in this order
 */
export function parseContentQuery(query: Readonly<Record<string, unknown>>): ContentQuery {
  const contentHash = parseHash(own(query, "contentHash"));
  if (contentHash === null) throw new EwpError("INVALID_HASH_FORMAT");
  const timestamp = readNumber(query, "timestamp", { min: 0, error: "INVALID_TIMESTAMP" });
  const asked = own(query, "thumb");
  const thumb = thumbnailSizes.find((size) => size === asked) ?? null;
  if (asked !== undefined && thumb === null) throw new EwpError("INVALID_THUMBNAIL_SIZE");
  return { contentHash, timestamp, thumb };
}

function own(query: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(query, name) ? query[name] : undefined;
}

/** Plain decimal digits, or no parameter. */
function readNumber(
  query: Readonly<Record<string, unknown>>,
  name: string,
  { min, max = Number.MAX_SAFE_INTEGER, error }: { min: number; max?: number; error: EwpErrorCode },
): number | null {
  const value = own(query, name);
  if (value === undefined) return null;
  const number = parseDigits(value);
  if (number === null || number < min || number > max) throw new EwpError(error);
  return number;
}

function parseDigits(value: unknown): number | null {
  const number = typeof value === "string" && /^[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
