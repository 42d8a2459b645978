import { isMailAddress } from "../mail/is-mail-address.ts";

/** One mail address, its domain in lower case; null for what is none. */
export function parseMailAddress(value: unknown): string | null {
  if (typeof value !== "string" || !isMailAddress(value)) return null;
  const at = value.lastIndexOf("@");
  return value.slice(0, at) + value.slice(at).toLowerCase();
}
