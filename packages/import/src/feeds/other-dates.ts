import { monthOf } from "./month-names.ts";

/** A date as it was read. The month counts from 1. */
export interface WrittenDate {
  /** Four digits, or two. */
  readonly year: string;
  readonly month: number;
  readonly day: string;
  /** Hours of 24, minutes, seconds. */
  readonly time: readonly (string | undefined)[];
  /** `+hhmm`, or a name. */
  readonly zone?: string | undefined;
}

type Day = Pick<WrittenDate, "year" | "month" | "day">;

/**
 * Reads a date in one of the many forms that feeds have besides those of their standards: with the month in one of many languages,
 * with numbers alone, with a clock of twelve hours, with the year at its end.
 *
 * @param date with single blanks, and short
 * @param isZone whether a word is the name of a time zone
 * @returns null if it is no date, or one that could be two, such as 3/4/2024
 */
export function readOtherDate(date: string, isZone: (word: string) => boolean): WrittenDate | null {
  const text = withoutSigns(date);
  const clock = /(?:^|[ ,])(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?=$|[^\d:])/i.exec(text);
  const found = clock ?? /(?:^|[ ,])(\d{1,2})(?= ?[ap]m(?:$|[ ,]))/i.exec(text);
  const [whole = "", hour, minute, second] = found ?? [];
  const after = found === null ? "" : text.slice(found.index + whole.length);
  const [, half = ""] = /(?:^|[ ,\d])([ap])m(?=$|[ ,])/i.exec(found ? text : "") ?? [];
  const [, offset] = /(?:^|[ a-z])([+-]\d{1,2}(?::?\d{2})?)(?=$|[ ,])/i.exec(after) ?? [];
  const rest = `${found === null ? text : text.slice(0, found.index)} ${offset ? after.replace(offset, " ") : after}`;
  const words = rest.split(/[ ,]+/).filter((word) => word !== "" && !(found && /^[ap]m$/i.test(word)));
  const name = found ? words.find(isZone) : undefined;
  const day = readDay(
    words.filter((word) => word !== name),
    { hasClock: found !== null, isAmerican: half !== "" },
  );
  return day && { ...day, time: [hourOf(hour, half), minute, second], zone: offset ?? name };
}

/** With the signs of East Asia as those of other dates, and without their weekdays and what stands in brackets. */
function withoutSigns(date: string): string {
  return date
    .replace(/[(（][^()（）]*[)）]/g, " ")
    .replace(/星期.|[周週][一二三四五六日]|[月火水木金土日]曜日?|.요일/g, " ")
    .replace(/上午|午前|오전|\b[a]\.m\b\.?/gi, " am ")
    .replace(/下午|午後|오후|\b[p]\.m\b\.?/gi, " pm ")
    .replace(/(\d) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/g, "$1-$2-$3 ")
    .replace(/(\d) ?[時时点點시] ?(\d{1,2}) ?[分분]/g, "$1:$2")
    .replace(/(:\d{1,2}) ?(\d{1,2}) ?[秒초]/g, "$1:$2")
    .replace(/(\d)t(?=\d)/gi, "$1 ")
    .replace(/\s+/g, " ")
    .trim();
}

function hourOf(hour: string | undefined, half: string): string | undefined {
  if (hour === undefined || half === "") return hour;
  return String((Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0));
}

// Words between the parts of a date in several languages.
const filler =
  /^(?:de|del|di|of|the|at|um|uhr|den|der|le|el|la|kl|om|alle|ore|a|à|às|в|г|года|року|о|gmt|utc)$/i;

function readDay(
  words: readonly string[],
  { hasClock, isAmerican }: { hasClock: boolean; isAmerican: boolean },
): Day | null {
  const plain = words.map((word) => word.replace(/\.$/, "")).filter((word) => !filler.test(word));
  const [first = "", ...others] = plain;
  // The weekday; some are called as a month is in another language.
  const isWeekday =
    !/\d/.test(first) && (monthOf(first) === null || others.some((word) => monthOf(word) !== null));
  const parts = (isWeekday ? others : plain).filter(
    (word) => !(hasClock && /^[A-Z]{2,5}$/.test(word)) || monthOf(word) !== null,
  );
  const [only = ""] = parts;
  return parts.length === 1 && /^[\d./-]+$/.test(only)
    ? readNumbers(only, isAmerican)
    : readWords(parts.flatMap((part) => part.split(/[-./]/)).filter((part) => part !== ""));
}

function readNumbers(date: string, isAmerican: boolean): Day | null {
  const [, year, second, third = "1"] = /^(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2}))?$/.exec(date) ?? [];
  if (year && second) return { year, month: Number(second), day: third };
  const [, one, sign, two, last] = /^(\d{1,2})([-./])(\d{1,2})[-./](\d{4}|\d{2})$/.exec(date) ?? [];
  if (!one || !two || !last) return null;
  if (sign === "." || Number(one) > 12) return { year: last, month: Number(two), day: one };
  return isAmerican || Number(two) > 12 || one === two ? { year: last, month: Number(one), day: two } : null;
}

/** A month by its name, with a year and mostly a day in any order. */
function readWords(parts: readonly string[]): Day | null {
  const months = parts.filter((part) => !/\d/.test(part));
  const numbers = parts.flatMap((part) => /^(\d{1,4})(?:st|nd|rd|th|er|re|e|º|ª|°)?$/i.exec(part)?.[1] ?? []);
  const month = monthOf(months[0] ?? "");
  if (months.length !== 1 || month === null || months.length + numbers.length !== parts.length) return null;
  const year = numbers.find((number) => number.length === 4) ?? numbers[1];
  const day = numbers.find((number) => number !== year) ?? (numbers.length === 2 ? numbers[0] : "1");
  return year !== undefined && day !== undefined && day.length <= 2 && numbers.length <= 2
    ? { year, month, day }
    : null;
}
