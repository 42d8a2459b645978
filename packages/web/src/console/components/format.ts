import type { ConsoleMessages } from "../../messages/console/en.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * A relative time within a day ("5 minutes ago"), else the date.
 *
 * @param at milliseconds of the Unix epoch
 * @param language BCP 47
 */
export function formatMoment(at: number, language: string, now: number = Date.now()): string {
  const ago = now - at;
  const locale = localeOf(language);
  if (Math.abs(ago) < dayMs) {
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    if (Math.abs(ago) < minuteMs) return relative.format(0, "second");
    if (Math.abs(ago) < hourMs) return relative.format(-Math.round(ago / minuteMs), "minute");
    return relative.format(-Math.round(ago / hourMs), "hour");
  }
  return formatDay(at, language);
}

/** A date in a language (BCP 47). @param at milliseconds of the Unix epoch */
export function formatDay(at: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium" }).format(at);
}

/** The time at which a day begins in the browser's time zone, and that at which it ends. @param day such as 2026-01-31 */
export function boundsOfDay(day: string): { begin: Date; end: Date } | null {
  const begin = new Date(`${day}T00:00`);
  if (Number.isNaN(begin.getTime())) return null;
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return { begin, end };
}

/** Two days in a language (BCP 47): "1–5 Jan 2026", or "1 Jan 2026 –" where one of them is "". */
export function formatDayRange(from: string, to: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium" });
  const [first, last] = [from, to].map((day) => boundsOfDay(day)?.begin);
  if (first && last && first <= last) return format.formatRange(first, last);
  return [first && format.format(first), last && format.format(last)]
    .map((day) => day ?? "")
    .join(" – ")
    .trim();
}

/** A date and a time of day in the browser's time zone. @param at milliseconds of the Unix epoch */
export function formatDateTime(at: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** A time of day in the browser's time zone. @param at milliseconds of the Unix epoch */
export function formatTime(at: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: "short" }).format(at);
}

function localeOf(language: string): string {
  return language === "en" ? "en-GB" : language;
}

/** A list in a language (BCP 47): "a, b and c". */
export function formatList(things: readonly string[], language: string): string {
  return new Intl.ListFormat(localeOf(language), { type: "conjunction" }).format(things);
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
