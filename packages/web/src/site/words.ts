const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const second = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "long", year: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC" },
});

/** Milliseconds of the Unix epoch as "12 March 2026". */
export function sayDay(ms: number): string {
  return day.format(ms);
}

/** Milliseconds of the Unix epoch as "12 March 2026 at 09:30:05 UTC". */
export function saySecond(ms: number): string {
  return `${second.format(ms).replace(", ", " at ")} UTC`;
}

/** Bytes as "12 kB". */
export function saySize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Hexadecimal digits in groups of four, after the `0x`. */
export function groupDigits(hex: string): string[] {
  return [hex.slice(0, 2), ...(hex.slice(2).match(/.{1,4}/g) ?? [])];
}
