import { isMailAddress } from "../mail/mail-transport.ts";

/** One mail address, its domain in lower case; null for what is none. */
export function parseMailAddress(value: unknown): string | null {
  if (typeof value !== "string" || !isMailAddress(value)) return null;
  const at = value.lastIndexOf("@");
  return value.slice(0, at) + value.slice(at).toLowerCase();
}

/**
 * An address that this node is to call and that is no node: an https URL without credentials and fragment. Which hosts
 * and ports are called in the end is checked where the connection is made.
 */
export function parseCallTarget(text: string): URL | null {
  if (text.length > 2_048 || /[\s\p{Cc}]/u.test(text)) return null;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" && url.hash === ""
    ? url
    : null;
}
