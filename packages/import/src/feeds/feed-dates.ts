import { monthOf } from "./month-names.ts";
import { readOtherDate, type WrittenDate } from "./other-dates.ts";

// Not limits: the offsets of named zones (hours).
const zones: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  brt: -3,
  bst: 1,
  wet: 0,
  west: 1,
  cet: 1,
  mez: 1,
  cest: 2,
  mesz: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  sgt: 8,
  hkt: 8,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
};

// No date is longer, with the blanks around it.
const longestDate = 200;
// Programs write their own zero, such as the year 1, where they have no date.
const firstYear = 1900;

// The two forms that most feeds have, with single blanks.
const iso =
  /^(\d{4})-?(\d{2})?-?(\d{2})?(?:[T ] ?(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)? ?((?![ap]m)[a-z]+|[+-]\d{2}:?\d{2})?$/i;
const rfc822 =
  /^(?:[a-z]+\.?,? ?)?(\d{1,2})[ -]+([a-z]{3,})\.?,?[ -]+(\d{4}|\d{2})(?:,? (\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)? ?((?![ap]m)[a-z]+|[+-]\d{1,2}:?\d{2})?$/i;

/**
 * The time of a date as feeds write it, in seconds of the Unix epoch; null if it is not a date, or one that could be two. Without a
 * zone it is UTC. The name of a weekday means nothing.
 */
export function parseFeedDate(text: string): number | null {
  if (text === "" || text.length > longestDate) return null;
  const date = text.trim().replace(/\s+/g, " ");
  const i = iso.exec(date);
  if (i && !/^\d{9,}$/.test(date))
    return toSeconds({
      year: i[1] ?? "",
      month: Number(i[2] ?? 1),
      day: i[3] ?? "1",
      time: i.slice(4, 7),
      zone: i[7],
    });
  const d = rfc822.exec(date);
  const month = monthOf(d?.[2] ?? "");
  if (d && month !== null)
    return toSeconds({ year: d[3] ?? "", month, day: d[1] ?? "", time: d.slice(4, 7), zone: d[7] });
  // Seconds or milliseconds.
  if (/^\d{9,10}$|^\d{13}$/.test(date)) return Math.floor(Number(date.slice(0, 10))) || null;
  const other = readOtherDate(date, (word) => Object.hasOwn(zones, word.toLowerCase()));
  return other && toSeconds(other);
}

function toSeconds({ year: written, month, day: dayText, time, zone = "z" }: WrittenDate): number | null {
  const [hour = "0", minute = "0", second = "0"] = time;
  const year =
    written.length === 2 ? Number(written) + (Number(written) < 70 ? 2000 : 1900) : Number(written);
  const day = Number(dayText);
  if (month < 1 || month > 12 || day < 1 || day > 31 || Number(hour) > 24 || Number(minute) > 59) return null;
  if (year < firstYear) return null;
  const at = Date.UTC(year, month - 1, day, Number(hour), Number(minute), Math.min(Number(second), 59));
  return at / 1_000 - offsetOf(zone);
}

/** Seconds east of Greenwich; a name that is not known counts as UTC. */
function offsetOf(zone: string): number {
  const numeric = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!numeric) return (zones[zone.toLowerCase()] ?? 0) * 3_600;
  const seconds = Number(numeric[2]) * 3_600 + Number(numeric[3] ?? 0) * 60;
  return numeric[1] === "-" ? -seconds : seconds;
}
