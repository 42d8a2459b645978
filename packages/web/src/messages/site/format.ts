const units = ["kB", "MB", "GB"] as const;

/** A size as "12 kB". @param ofBytes formats sizes below 1,000 bytes */
export function formatSize(bytes: number, ofBytes: (bytes: number) => string): string {
  if (bytes < 1000) return ofBytes(bytes);
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

const plurals = new Intl.PluralRules("en-GB");
export const englishNumber = new Intl.NumberFormat("en-GB");
export const chineseNumber = new Intl.NumberFormat("zh-Hans");

/** A number with its noun in English, as "1 post" or "1,200 posts". */
export function count(value: number, one: string, many: string): string {
  return `${englishNumber.format(value)} ${plurals.select(value) === "one" ? one : many}`;
}

/** Hexadecimal digits in groups of four, after the `0x`. */
export function groupDigits(hex: string): string[] {
  return [hex.slice(0, 2), ...(hex.slice(2).match(/.{1,4}/g) ?? [])];
}
