const units = ["bytes", "kB", "MB", "GB", "TB"];

/** A number of bytes for people: `1.2 MB`, in steps of 1000 as disks count. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits)} ${units[unit]}`;
}

/** `1 follower`, `2 followers`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A moment as `2026-11-21 02:51`, in the local time zone. */
export function formatMoment(ms: number): string {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const steps: readonly (readonly [number, string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** A time that passed or is to come, roughly: `3 min ago`, `in 2 h`, `now`. */
export function formatDistance(from: number, to: number): string {
  const distance = Math.abs(to - from);
  const step = steps.find(([length]) => distance >= length);
  if (!step) {
    return "now";
  }
  const amount = `${Math.floor(distance / step[0])} ${step[1]}`;
  return to < from ? `${amount} ago` : `in ${amount}`;
}
