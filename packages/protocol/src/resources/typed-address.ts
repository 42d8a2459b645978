import { parseLocalUrl, parseNodeUrl } from "./url.ts";

/** The address of an own node as a person gives it. */
export type TypedAddress =
  /**
   * `plain`: http, though it is not of this machine; `path`: below the root of its host, where no node of Freehold works
   * (docs/decisions/0033).
   */
  | { readonly state: "empty" | "plain" | "path" | "broken"; readonly url: null }
  /** `local`: only this machine reaches it. */
  | { readonly state: "right" | "local"; readonly url: string };

/**
 * Checks an address that the owner gives a node, and writes it as it is signed: with https before a bare name, the host in small
 * letters, and no slash and no dot at its end. User, query and fragment make it `broken`, and so do port 0 and a name that DNS
 * can't have (RFC 1035, 2.3.4).
 */
export function readTypedAddress(typed: string): TypedAddress {
  const text = typed.trim();
  if (text === "") return { state: "empty", url: null };
  const local = parseLocalUrl(text.replace(/^http:/i, "http:"));
  if (local === null && /^http:/i.test(text)) return { state: "plain", url: null };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const url = local ?? parseNodeUrl(hasScheme ? text : `https://${text}`);
  // A bare word is a slip.
  if (url === null || (!hasScheme && !/[.:]|^localhost$/.test(url.hostname)))
    return { state: "broken", url: null };
  // The name that ends with a dot is the same name, and no certificate has it.
  url.hostname = url.hostname.replace(/\.$/, "");
  if (url.port === "0" || !isHost(url.hostname)) return { state: "broken", url: null };
  if (/[^/]/.test(url.pathname)) return { state: "path", url: null };
  return { state: local ? "local" : "right", url: url.origin };
}

/** Whether each part of a name has a length that it may have; also true for an IP address. */
function isHost(name: string): boolean {
  return name.length <= 253 && name.split(".").every((label) => label.length > 0 && label.length <= 63);
}

/** Why an address can't be that of a node, as a sentence; null for one that can. */
export function problemOfAddress(typed: string): string | null {
  const shown = JSON.stringify(typed.trim().slice(0, 200));
  switch (readTypedAddress(typed).state) {
    case "empty":
      return "The address is missing.";
    case "plain":
      return `${shown} is plain http, and other nodes call only https://. Only an address of this machine, such as http://localhost:8543, may be http.`;
    case "path":
      return `${shown} is below the root of its host, and a node works only at the root: give it a name of its own, such as https://blog.me.example.`;
    case "broken":
      return `${shown} can't be the address of a node: that is https:// and a name, without user, query or fragment.`;
    default:
      return null;
  }
}
