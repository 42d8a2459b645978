const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

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
  hst: -10,
  bst: 1,
  wet: 0,
  west: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  jst: 9,
  kst: 9,
};

// No date is longer, with the blanks around it.
const longestDate = 200;

// These expressions expect dates with single blanks.
const iso =
  /^(\d{4})-?(\d{2})?-?(\d{2})?(?:[T ] ?(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)? ?([a-z]+|[+-]\d{2}:?\d{2})?$/i;
const dayFirst =
  /^(?:[a-z]+\.?,? ?)?(\d{1,2})[ -]+([a-z]{3,})\.?,?[ -]+(\d{4}|\d{2})(?:,? (\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)? ?([a-z]+|[+-]\d{1,2}:?\d{2})?(?: ?\([^)]*\))?$/i;
const monthFirst =
  /^(?:[a-z]+\.?,? )?([a-z]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)? ?([a-z]+|[+-]\d{2}:?\d{2})?$/i;

/** The time of a date as feeds write it, in seconds of the Unix epoch; null if it is not a date. Without a zone it is UTC. */
export function parseFeedDate(text: string): number | null {
  if (text.length > longestDate) return null;
  const date = text.trim().replace(/\s+/g, " ");
  const i = iso.exec(date);
  if (i) return toSeconds(i[1], Number(i[2] ?? 1), i[3] ?? "1", i.slice(4));
  const d = dayFirst.exec(date);
  if (d) return toSeconds(d[3], monthOf(d[2]), d[1], d.slice(4));
  const m = monthFirst.exec(date);
  return m ? toSeconds(m[3], monthOf(m[1]), m[2], m.slice(4)) : null;
}

function monthOf(name = ""): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function toSeconds(
  yearText = "",
  month: number,
  dayText = "",
  [hour = "0", minute = "0", second = "0", zone = "z"]: (string | undefined)[],
): number | null {
  const year =
    yearText.length === 2 ? Number(yearText) + (Number(yearText) < 70 ? 2000 : 1900) : Number(yearText);
  const day = Number(dayText);
  if (month < 1 || month > 12 || day < 1 || day > 31 || Number(hour) > 24 || Number(minute) > 59) return null;
  const at = Date.UTC(year, month - 1, day, Number(hour), Number(minute), Math.min(Number(second), 59));
  return at / 1_000 - offsetOf(zone);
}

/** Seconds east of Greenwich; a name that is not known counts as UTC. */
function offsetOf(zone: string): number {
  const numeric = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone);
  if (!numeric) return (zones[zone.toLowerCase()] ?? 0) * 3_600;
  const seconds = Number(numeric[2]) * 3_600 + Number(numeric[3]) * 60;
  return numeric[1] === "-" ? -seconds : seconds;
}
