import { parseNodeUrl } from "@freehold/protocol";

/** What was typed as the address of the node, as far as it can be told without asking anybody. */
export type TypedAddress =
  | { readonly state: "empty" | "plain" | "broken"; readonly url: null }
  | { readonly state: "right"; readonly url: string };

/** A name alone is taken for https; a slash at the end goes, so that what is signed has one spelling. */
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
