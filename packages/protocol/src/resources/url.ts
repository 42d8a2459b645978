import { limits } from "../limits.ts";
/** The maximum length of a URL in a message or profile, in characters. */
export const maxUrlLength = limits.urlLength;

// URL parsers drop white space and control characters and turn backslashes: the signed URL and the called one would
// differ.
const unwanted = /[\s\p{Cc}\\?#]/u;
const start = /^https:\/\/[^/@]+(\/|$)/i;

/**
 * The base URL of a node: `https:`, without credentials, query or fragment, white space or backslash, and at most
 * 2048 characters (spec 1, decisions 8). Null for everything else.
 */
export function parseNodeUrl(text: unknown): URL | null {
  if (typeof text !== "string" || text.length > maxUrlLength) return null;
  if (!start.test(text) || unwanted.test(text) || !text.isWellFormed()) return null;
  return URL.parse(text);
}

/**
 * The base URL of a node that only its own machine reaches: `http:` on a loopback name or address, else as `parseNodeUrl`.
 * Other nodes never call or accept one (spec 1, decisions 8). Null for everything else.
 */
export function parseLocalUrl(text: unknown): URL | null {
  if (typeof text !== "string" || !text.startsWith("http://")) return null;
  const url = parseNodeUrl(text.replace("http://", "https://")) && URL.parse(text);
  return url && loopback.test(url.hostname) ? url : null;
}

// As `URL` normalises it.
const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An endpoint's URL: `https://a/x/` and `/ewp/profile` make `https://a/x/ewp/profile`. */
export function joinNodeUrl(base: string, path: string): string {
  return withoutTrailingSlashes(base) + path;
}

/** Whether two base URLs are of the same node, ignoring a trailing slash, the default port and the host's case. */
export function sameNodeUrl(a: string, b: string): boolean {
  const [one, other] = [parseNodeUrl(a), parseNodeUrl(b)];
  return (
    one !== null && other !== null && withoutTrailingSlashes(one.href) === withoutTrailingSlashes(other.href)
  );
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === "/") end--;
  return url.slice(0, end);
}

/**
 * The address of contents in a text: by hash, so that every node with a copy recognises it (specification 4.4), and whole where
 * others reach the node, so that nodes which show texts as they are find it.
 *
 * @param nodeUrl the address of the node that has them
 */
export function addressOfContents(nodeUrl: string, contentHash: string): string {
  const path = `/ewp/contents/${contentHash}`;
  // Below a path, it would not be recognised.
  const isWhole = parseNodeUrl(nodeUrl) !== null && new URL(nodeUrl).pathname === "/";
  return isWhole ? joinNodeUrl(nodeUrl, path) : path;
}
