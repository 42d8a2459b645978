import type { StoredMention } from "./view.ts";

/** The author of a mention. Nobody signed it, so a person counts only together with the site that names them. */
export interface MentionAuthor {
  /** The key of limits and blocks; lower case. */
  readonly key: string;
  /** The host of the page. */
  readonly site: string;
  /** The home of a person that the page names, where it is on another host: a bridge shows many people. Null: the site itself. */
  readonly url: string | null;
}

// An index of PostgreSQL takes no longer text. A longer address counts as none.
const homeLength = 2_048;

/** Finds the author of a mention by its page and the text of the page. */
export function authorOfMention({
  source,
  authorUrl,
}: Pick<StoredMention, "source" | "authorUrl">): MentionAuthor {
  // An import brings what another program took for an address.
  const site = URL.parse(source)?.host ?? source.toLowerCase();
  const home = authorUrl === null ? null : URL.parse(authorUrl);
  if (home === null || home.host === site || home.href.length > homeLength)
    return { key: site, site, url: null };
  home.hash = "";
  return { key: `${site} ${home.href}`.toLowerCase(), site, url: home.href };
}

/** The author behind a key; null for the key of an author by mail. */
export function parseAuthorKey(key: string): Omit<MentionAuthor, "key"> | null {
  const [site = "", url = null] = key.split(" ");
  return url === null && site.includes("@") ? null : { site, url };
}
