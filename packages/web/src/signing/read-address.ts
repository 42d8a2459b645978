import { parseNodeUrl } from "@freehold/protocol";
import { parseLocalUrl } from "@freehold/protocol/internal";

/** The typed address of a node. `plain`: http, though it is not of this machine. */
export type TypedAddress =
  | { readonly state: "empty" | "plain" | "broken"; readonly url: null }
  /** `local`: only this machine reaches it. */
  | { readonly state: "right" | "local"; readonly url: string };

/**
 * Checks the form of a typed address. Adds https to a bare name and drops the slash at the end, so that the signed URL
 * has one spelling.
 */
export function readAddress(typed: string): TypedAddress {
  const text = typed.trim();
  if (text === "") return { state: "empty", url: null };
  const local = parseLocalUrl(text);
  if (local) return { state: "local", url: withoutSlash(local) };
  if (/^http:/i.test(text)) return { state: "plain", url: null };
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseNodeUrl(whole);
  if (url === null || !/[.:]|^localhost$/.test(url.hostname)) return { state: "broken", url: null };
  return { state: "right", url: withoutSlash(url) };
}

function withoutSlash({ href }: URL): string {
  return href.replace(/(?<!\/)\/+$/, "");
}
