const units = ["kB", "MB", "GB"] as const;

/** Bytes as "12 kB"; what is below a thousand is said by `ofBytes`. */
export function saySize(bytes: number, ofBytes: (bytes: number) => string): string {
  if (bytes < 1000) return ofBytes(bytes);
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
