/** A path by a pattern of Hugo or Jekyll. @returns null where the pattern needs a value that the text lacks */
export function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string | null {
  const path = pattern.replace(/:(\w+)/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
  return /[:[]/.test(path) || path === "" ? null : `/${path}`.replace(/\/{2,}/g, "/");
}

/** The names by which Hugo and Jekyll call the parts of a date. @param time of a clock, in milliseconds as if it were UTC */
export function datesOf(time: number): Readonly<Record<string, string>> {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const year = date.getUTCFullYear();
  const yearDay = Math.floor((time - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }).format(date);
  const [month, weekday] = [name({ month: "long" }), name({ weekday: "long" })];
  return {
    year: String(year),
    short_year: two(year % 100),
    month: two(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    monthname: month,
    long_month: month,
    short_month: month.slice(0, 3),
    day: two(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    weekday: String(date.getUTCDay()),
    weekdayname: weekday,
    long_day: weekday,
    short_day: weekday.slice(0, 3),
    yearday: String(yearDay),
    y_day: String(yearDay).padStart(3, "0"),
    ...weekOf(date),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
  };
}

/** The week of ISO 8601, its year, and the day in it. */
function weekOf(date: Date): Readonly<Record<"week" | "w_year" | "w_day", string>> {
  const day = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - day) * 86_400_000);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1;
  return { week: String(week).padStart(2, "0"), w_year: String(year), w_day: String(day) };
}
