import { AppError, msg } from "../errors/errors.ts";
import { limits } from "./limits.ts";

/** A part of a list, as Relay pages through lists. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The cursor of one of the items, which is made when it is asked for. */
  readonly cursorOf: (item: T) => string;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The cursor of the last item; null for an empty page. */
  readonly endCursor: string | null;
}

/** The requested part of a list: `first` items behind the cursor `after`. */
export interface PageRequest {
  first: number;
  after?: string | null;
}

/** How a list is read: what its cursors hold, how to get its items, and which cursor an item has. */
interface PagedList<T, Position> {
  decode(cursor: string): Position;
  /** Reads up to `limit` items behind `after`. */
  read(page: { limit: number; after?: Position }): Promise<readonly T[]>;
  cursorOf(item: T): string;
}

/**
 * Reads a page of a list, and one item more to see whether there is a next page.
 *
 * @throws AppError VALIDATION_FAILED when `first` is not an integer from 1 to 100, and for an invalid cursor
 */
export async function readPage<T, Position>(
  { first, after = null }: PageRequest,
  { decode, read, cursorOf }: PagedList<T, Position>,
): Promise<Page<T>> {
  if (!Number.isInteger(first) || first < 1 || first > limits.pageItems) {
    throw new AppError("VALIDATION_FAILED", msg`A page can have 1 to ${limits.pageItems} items.`);
  }
  const found = await read({ limit: first + 1, ...(after !== null && { after: decode(after) }) });
  const items = found.slice(0, first);
  const last = items.at(-1);
  return {
    items,
    cursorOf,
    hasNextPage: found.length > first,
    hasPreviousPage: after !== null,
    endCursor: last === undefined ? null : cursorOf(last),
  };
}

/** Reads a page of a list that is ordered by id. @throws AppError VALIDATION_FAILED as `readPage` */
export function readPageById<T extends { id: number }>(
  request: PageRequest,
  read: PagedList<T, number>["read"],
): Promise<Page<T>> {
  return readPage(request, {
    decode: (cursor) => decodeCursor(cursor, 1)[0],
    read,
    cursorOf: ({ id }) => encodeCursor([id]),
  });
}

/** Writes a position in a list as an opaque text. It is neither secret nor a permission, and it is checked when it comes back. */
export function encodeCursor(position: readonly (number | string)[]): string {
  return Buffer.from(position.join(".")).toString("base64url");
}

/**
 * Reads a cursor of `size` integers, none below 0 but the second with which a position of three or more begins: it may be from
 * before 1970.
 *
 * @throws AppError VALIDATION_FAILED for anything that `encodeCursor` does not make
 */
export function decodeCursor<const N extends 1 | 2 | 3 | 4>(cursor: string, size: N): Positions[N] {
  const numbers = splitCursor(cursor).map((part, index) => {
    const number = size >= 3 && index === 0 ? /^-?\d{1,16}$/ : /^\d{1,16}$/;
    return number.test(part) ? Number(part) : Number.NaN;
  });
  if (numbers.length !== size || !numbers.every(Number.isSafeInteger) || encodeCursor(numbers) !== cursor) {
    throw invalidCursor();
  }
  return numbers as Positions[N];
}

// The beginning of a text by which a list is ordered, in characters.
const cursorText = 100;

/** A position in a list that is ordered by a text or a number, and then by id. */
export type KeyedPosition = readonly [key: string | number, id: number];

/** The cursor of a position, as `encodeCursor`. */
export function encodeKeyedCursor([key, id]: KeyedPosition): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

/**
 * Reads a cursor of `encodeKeyedCursor`, whose key is of that type.
 *
 * @throws AppError VALIDATION_FAILED for anything that it does not make
 */
export function decodeKeyedCursor(cursor: string, type: "string" | "number"): KeyedPosition {
  const read: unknown =
    cursor.length <= 1_000 ? parseJson(Buffer.from(cursor, "base64url").toString()) : null;
  if (!Array.isArray(read) || read.length !== 2) throw invalidCursor();
  const [key, id] = read as [unknown, unknown];
  const isKey = type === "string" ? isCursorText(key) : Number.isSafeInteger(key);
  if (!isKey || !Number.isSafeInteger(id) || Number(id) < 0) throw invalidCursor();
  const position: KeyedPosition = [key as string | number, Number(id)];
  if (encodeKeyedCursor(position) !== cursor) throw invalidCursor();
  return position;
}

/** A text that both databases take. */
function isCursorText(key: unknown): key is string {
  return (
    typeof key === "string" && key.isWellFormed() && !key.includes("\u0000") && [...key].length <= cursorText
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Positions {
  1: [number];
  2: [number, number];
  3: [number, number, number];
  4: [number, number, number, number];
}

/** The parts of a cursor, unchecked. */
export function splitCursor(cursor: string): string[] {
  return cursor.length <= 200 ? Buffer.from(cursor, "base64url").toString().split(".") : [];
}

export function invalidCursor(): AppError {
  return new AppError("VALIDATION_FAILED", "This is not a place in this list.");
}

/** Items that are read at a time where all are. */
const allPagesSize = 200;

/** All items of a list that is read by pages. @param read the items after `last`, up to `limit` */
export async function* readAllPages<T>(
  read: (page: { last: T | undefined; limit: number }) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const page = await read({ last, limit: allPagesSize });
    yield* page;
    last = page.at(-1);
    if (page.length < allPagesSize) return;
  }
}

/** The same of a list whose pages have cursors. */
export async function* readByCursors<T>(
  read: (request: { first: number; after: string | null }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  for (let after: string | null = null; ; ) {
    const { items, hasNextPage, endCursor } = await read({ first: 100, after });
    yield* items;
    if (!hasNextPage) return;
    after = endCursor;
  }
}
