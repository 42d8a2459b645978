import { domainToASCII } from "node:url";
import { isMailAddress } from "../mail/mail-transport.ts";

/** A domain with letters beyond ASCII, and nothing that an URL would have beside it. */
const international = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.\-。．｡・]+$/u;

/** Parses one mail address, with its domain in lower case and as the DNS has it (RFC 5890); null for an invalid one. */
export function parseMailAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 2_048) return null;
  const at = value.lastIndexOf("@") + 1;
  const domain = value.slice(at).toLowerCase();
  const address = value.slice(0, at) + (international.test(domain) ? domainToASCII(domain) : domain);
  return isMailAddress(address) ? address : null;
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
