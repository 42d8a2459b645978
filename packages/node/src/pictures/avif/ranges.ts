import type { Range } from "./boxes.ts";

/** A range of the file that is kept, or written with other bytes of its length. */
export interface WrittenRange extends Range {
  readonly bytes: Buffer | null;
}

/**
 * Joins ranges, in the order of the file and without overlaps: new bytes win over those of the file.
 */
export function joinRanges(ranges: readonly WrittenRange[]): WrittenRange[] {
  const sorted = ranges.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  const written = cutOverlaps(sorted.filter(({ bytes }) => bytes !== null));
  const joined: WrittenRange[] = [];
  let next = 0;
  for (const kept of cutOverlaps(sorted.filter(({ bytes }) => bytes === null))) {
    let at = kept.start;
    for (; next < written.length; next += 1) {
      const other = written[next] as WrittenRange;
      if (other.start >= kept.end) break;
      if (other.start > at) joined.push({ start: at, end: other.start, bytes: null });
      joined.push(other);
      at = Math.max(at, other.end);
    }
    if (at < kept.end) joined.push({ start: at, end: kept.end, bytes: null });
  }
  return [...joined, ...written.slice(next)];
}

/** Removes from each range the bytes that an earlier one has. */
function cutOverlaps(sorted: readonly WrittenRange[]): WrittenRange[] {
  const cut: WrittenRange[] = [];
  let at = 0;
  for (const { start, end, bytes } of sorted) {
    const from = Math.max(start, at);
    if (from < end) cut.push({ start: from, end, bytes: bytes?.subarray(from - start) ?? null });
    at = Math.max(at, end);
  }
  return cut;
}
