import type { Context } from "../../context.ts";
import { findOldAddress, listOldAddressesAfter } from "../../store/imports.ts";
import { findPublication } from "../../store/publications.ts";
import { readAllPages } from "../export/files.ts";
import { importLimits } from "./limits.ts";

/**
 * The form in which old addresses are stored and looked up: decoded, without a fragment, a slash at the end and
 * `index.html`; the query stays.
 *
 * @returns null for what is no path, or is too long
 */
export function normalisePath(address: string): string | null {
  const [whole = ""] = address.split("#", 1);
  const [path = "", query = ""] = splitOnce(whole, "?");
  const decoded = decode(path);
  if (decoded === null || !decoded.startsWith("/") || decoded.includes("\0")) return null;
  const bare = decoded.replace(/\/(?:index\.html?)?$/i, "").replace(/\/{2,}/g, "/") || "/";
  const normal = query === "" ? bare : `${bare}?${query}`;
  // The front page without a query is this site's own.
  return normal === "/" || normal.length > importLimits.oldPathLength ? null : normal;
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

/** All old addresses, page by page. */
export function listOldPaths({ store }: Pick<Context, "store">): AsyncIterable<string> {
  return readAllPages<string>(({ last, limit }) => listOldAddressesAfter(store.db, last ?? "", limit));
}

/**
 * Finds the publication that had an address on another site: with the query of the address, else without it.
 *
 * @param url path and query of a request
 * @returns the path of the publication's page; null for an unknown address, and for a draft
 */
export async function findRedirect({ store }: Pick<Context, "store">, url: string): Promise<string | null> {
  for (const one of new Set([url, url.split("?", 1)[0] ?? ""])) {
    const path = normalisePath(one);
    const id = path === null ? null : await findOldAddress(store.db, path);
    const found = id === null ? null : await findPublication(store.db, id);
    if (found && found.state !== "draft") return pathOf(found);
  }
  return null;
}

/** By the id, a version stays the one that it is; a slug leads to the newest. */
function pathOf({ id, slug }: { id: number; slug: string | null }): string {
  return slug === null ? `/publications/${id}` : `/slug/${encodeURIComponent(slug)}`;
}
