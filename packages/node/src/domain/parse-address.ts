import { isMailAddress } from "../mail/mail-transport.ts";

/** Parses one mail address, with its domain in lower case; null for an invalid one. */
export function parseMailAddress(value: unknown): string | null {
  if (typeof value !== "string" || !isMailAddress(value)) return null;
  const at = value.lastIndexOf("@");
  return value.slice(0, at) + value.slice(at).toLowerCase();
}

/**
 * Parses the URL of a push service or a webhook: https, without credentials and fragment; null for an invalid one. The
 * connection checks the host and the port.
 */
export function parseCallTarget(text: string): URL | null {
  if (text.length > 2_048 || /[\s\p{Cc}]/u.test(text)) return null;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" && url.hash === ""
    ? url
    : null;
}
