/**
 * Whether a text is the name of a time zone that this program knows (IANA, such as "Asia/Shanghai"). An offset such as
 * "+08:00" is not a zone: it has no summer time.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

// A format takes milliseconds to make, and a site has one zone.
let made: { timeZone: string; format: Intl.DateTimeFormat } | null = null;

/** @throws RangeError for a zone that is not known */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  if (made?.timeZone === timeZone) return made.format;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    calendar: "gregory",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  made = { timeZone, format };
  return format;
}

/** The time that a clock in the zone shows at a moment, in milliseconds as if it were UTC. @param ms milliseconds of the Unix epoch */
export function clockInZone(ms: number, timeZone: string): number {
  if (timeZone === "UTC") return ms;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
  // `Date.UTC` takes the years before 100 for those of the last century.
  const date = new Date(0);
  date.setUTCFullYear(year, part("month") - 1, part("day"));
  date.setUTCHours(part("hour"), part("minute"), part("second"), 0);
  return date.getTime() + (((ms % 1000) + 1000) % 1000);
}

/** The day of a moment in a zone, such as 2014-01-02. @param ms milliseconds of the Unix epoch */
export function dayInZone(ms: number, timeZone: string): string {
  return new Date(clockInZone(ms, timeZone)).toISOString().slice(0, -14);
}

/**
 * The moment at which a clock in the zone shows a time.
 *
 * @param local milliseconds as if the time were UTC; one that summer time skips is taken an hour later, and the first of two
 * @returns milliseconds of the Unix epoch
 */
export function instantInZone(local: number, timeZone: string): number {
  const offset = (ms: number) => clockInZone(ms, timeZone) - ms;
  const early = local - offset(local - 86_400_000);
  if (clockInZone(early, timeZone) === local) return early;
  const late = local - offset(local + 86_400_000);
  return clockInZone(late, timeZone) === local ? late : early;
}
