/** The longest old address. */
export const oldPathLength = 2_000;

/**
 * The form in which old addresses are stored and looked up: decoded, without a fragment, a slash at the end and
 * `index.html`; the query stays.
 *
 * @returns null for a text that is not a path or is too long
 */
export function normalisePath(address: string): string | null {
  const [whole = ""] = address.split("#", 1);
  const [path = "", query = ""] = splitOnce(whole, "?");
  const decoded = decode(path);
  if (decoded === null || !decoded.startsWith("/") || decoded.includes("\0")) return null;
  const bare = decoded.replace(/\/(?:index\.html?)?$/i, "").replace(/\/{2,}/g, "/") || "/";
  const normal = query === "" ? bare : `${bare}?${query}`;
  // The front page without a query is this site's own.
  return normal === "/" || normal.length > oldPathLength ? null : normal;
}

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}
