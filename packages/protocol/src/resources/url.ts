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

/** Paths of posts, files and their bytes: everything that somebody copies from a node on the own machine. */
const copiedPaths = /^\/(?:ewp\/contents|publications|slug|tags)\/./;

/**
 * The path, query and fragment of an address below the base URL of a node. A plain `http:` address of a public host counts, and
 * of an address that only the own machine reaches only pages, files and bytes: texts name `http://localhost:…` for other reasons, too.
 *
 * @returns null for every other address, and for a path that a browser would take for another host
 */
function pathAtNode(address: string, nodeUrl: string): string | null {
  const [url, node] = [URL.parse(address), parseNodeUrl(nodeUrl) ?? parseLocalUrl(nodeUrl)];
  if (url === null || node === null || url.host !== node.host || url.username + url.password !== "")
    return null;
  if (url.protocol !== node.protocol && url.protocol !== "http:") return null;
  const base = withoutTrailingSlashes(node.pathname);
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return null;
  const path = url.pathname.slice(base.length) || "/";
  if (path.startsWith("//") || (loopback.test(node.hostname) && !copiedPaths.test(path))) return null;
  return `${path}${url.search}${url.hash}`;
}

/** The same for the first of several base URLs that has the address. */
export function pathAtNodes(address: string, nodeUrls: readonly string[]): string | null {
  for (const nodeUrl of nodeUrls) {
    const path = pathAtNode(address, nodeUrl);
    if (path !== null) return path;
  }
  return null;
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
