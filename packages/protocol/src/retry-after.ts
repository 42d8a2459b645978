/**
 * The header `Retry-After` (RFC 9110, 10.2.3) as milliseconds from now.
 *
 * @param value seconds, or an HTTP date
 * @param now milliseconds of the Unix epoch
 * @returns null when there is none or it is neither; never negative
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^[0-9]{1,10}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
