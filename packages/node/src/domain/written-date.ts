import type { WrittenDate } from "@freehold/import";
import { dayInZone, instantInZone } from "@freehold/protocol/internal";

// 1 January of the year 1 in milliseconds, and the time that programs in Go write for no time.
export const firstMoment = -62_135_596_800_000;

/**
 * The moment (ms) of an imported draft of which nobody knows when it was written: it stands behind those of the owner, until the
 * owner works on it.
 */
export const undated = 0;

/**
 * The moment of writing, chosen so that the site shows the day that the author saw: that moment if it is the same day in
 * the site's zone, else the time of the author's clock, taken in the site's zone.
 *
 * @param now milliseconds
 * @returns milliseconds; null for no time, one before the year 1, and one to come
 */
export function dateOfWriting(
  { writtenAt, writtenLocal = null }: WrittenDate,
  { timeZone, now }: { timeZone: string; now: number },
): number | null {
  const time = momentInZone({ writtenAt, writtenLocal }, timeZone);
  return time !== null && time > firstMoment && time <= now ? Math.trunc(time) : null;
}

/**
 * The moment at which something is to appear or to go: a date with a zone is that moment, one without is in the site's zone.
 *
 * @returns milliseconds; null for no time
 */
export function scheduledMoment(date: WrittenDate | null, timeZone: string): number | null {
  const { writtenAt = null, writtenLocal = null } = date ?? {};
  if (writtenAt === null || !Number.isFinite(writtenAt)) return null;
  return writtenLocal === writtenAt ? instantInZone(writtenLocal, timeZone) : writtenAt;
}

/** The moment of a date in the site's zone, which may be still to come; null for none. Milliseconds. */
function momentInZone({ writtenAt, writtenLocal = null }: WrittenDate, timeZone: string): number | null {
  if (writtenAt === null || !Number.isFinite(writtenAt)) return null;
  return writtenLocal === null ? writtenAt : placeInZone(writtenAt, writtenLocal, timeZone);
}

function placeInZone(writtenAt: number, writtenLocal: number, timeZone: string): number {
  const isSameDay = dayInZone(writtenAt, timeZone) === dayInZone(writtenLocal, "UTC");
  return writtenAt !== writtenLocal && isSameDay ? writtenAt : instantInZone(writtenLocal, timeZone);
}
