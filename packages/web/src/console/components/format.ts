import { dayMs, hourMs, instantInZone, minuteMs } from "@freehold/protocol/internal";
import type { ConsoleMessages } from "../../messages/console/en.ts";

/** Caches formatters of `Intl`: making one takes milliseconds, and a list needs many. */
function keep<T>(make: (locale: string, timeZone?: string) => T): (language: string, timeZone?: string) => T {
  const kept = new Map<string, T>();
  return (language, timeZone) => {
    const key = `${language} ${timeZone ?? ""}`;
    const made = kept.get(key) ?? make(language === "en" ? "en-GB" : language, timeZone);
    kept.set(key, made);
    return made;
  };
}

const relative = keep((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
const day = keep(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...(timeZone && { timeZone }) }),
);
const dayAndTime = keep(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
);
const time = keep((locale) => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));
const list = keep((locale) => new Intl.ListFormat(locale, { type: "conjunction" }));

/**
 * A relative time within a day ("5 minutes ago"), else the date.
 *
 * @param at milliseconds of the Unix epoch
 * @param language BCP 47
 * @param timeZone of the date: IANA name; that of the browser by default
 */
export function formatMoment(
  at: number,
  language: string,
  now: number = Date.now(),
  timeZone?: string,
): string {
  const ago = now - at;
  if (Math.abs(ago) >= dayMs) return formatDay(at, language, timeZone);
  if (Math.abs(ago) < minuteMs)
    return language.startsWith("zh") ? "刚刚" : relative(language).format(0, "second");
  const [unitMs, unit] =
    Math.abs(ago) < hourMs ? ([minuteMs, "minute"] as const) : ([hourMs, "hour"] as const);
  // Chinese has a space after a number, as all texts of the dashboard do.
  return relative(language)
    .format(-Math.round(ago / unitMs), unit)
    .replace(/(\d)(?=[分小])/, "$1 ");
}

/**
 * A date in a language (BCP 47).
 *
 * @param at milliseconds of the Unix epoch
 * @param timeZone IANA name; that of the browser by default
 */
export function formatDay(at: number, language: string, timeZone?: string): string {
  return day(language, timeZone).format(at);
}

/**
 * The time at which a day begins in a time zone, and that at which it ends; null for no day.
 *
 * @param day such as 2026-01-31
 * @param timeZone IANA name
 */
export function boundsOfDay(day: string, timeZone: string): { begin: Date; end: Date } | null {
  const local = Date.parse(`${day}T00:00Z`);
  if (Number.isNaN(local)) return null;
  const at = (ms: number) => new Date(instantInZone(ms, timeZone));
  return { begin: at(local), end: at(local + dayMs) };
}

/** Two days in a language (BCP 47): "1–5 Jan 2026", or "1 Jan 2026 –" where one of them is "". */
export function formatDayRange(from: string, to: string, language: string): string {
  const format = day(language, "UTC");
  const [first, last] = [from, to].map((day) => boundsOfDay(day, "UTC")?.begin);
  if (first && last && first <= last) return format.formatRange(first, last);
  return [first && format.format(first), last && format.format(last)]
    .map((day) => day ?? "")
    .join(" – ")
    .trim();
}

/** A date and a time of day in the browser's time zone. @param at milliseconds of the Unix epoch */
export function formatDateTime(at: number, language: string): string {
  return dayAndTime(language).format(at);
}

/** A time of day in the browser's time zone. @param at milliseconds of the Unix epoch */
export function formatTime(at: number, language: string): string {
  return time(language).format(at);
}

/** A list in a language (BCP 47): "a, b and c". */
export function formatList(things: readonly string[], language: string): string {
  return list(language).format(things);
}

/** The reason of a failed delivery in the page's language; an unknown reason is returned unchanged. */
export function formatReason(
  { reasons, answered }: Pick<ConsoleMessages, "reasons" | "answered">,
  reason: string,
): string {
  const [, answer] = /^it answered (.+)$/.exec(reason) ?? [];
  if (answer !== undefined) return answered(answer);
  const [, text = reason] = Object.entries(reasons).find(([start]) => reason.startsWith(start)) ?? [];
  return text;
}
