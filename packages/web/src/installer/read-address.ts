import { parseNodeUrl } from "@freehold/protocol";

/** The typed address of the node, checked by its form only. */
export type TypedAddress =
  | { readonly state: "empty" | "plain" | "broken"; readonly url: null }
  | { readonly state: "right"; readonly url: string };

/** Adds https to a bare name and drops the slash at the end, so that the signed URL has one spelling. */
export function readAddress(typed: string): TypedAddress {
  const text = typed.trim();
  if (text === "") return { state: "empty", url: null };
  if (/^http:/i.test(text)) return { state: "plain", url: null };
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseNodeUrl(whole);
  if (url === null || (!url.hostname.includes(".") && url.hostname !== "localhost")) {
    return { state: "broken", url: null };
  }
  return { state: "right", url: url.href.replace(/\/+$/, "") };
}
