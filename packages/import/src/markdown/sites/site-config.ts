import { isTimeZone } from "@freehold/protocol/internal";
import { objectOf, textOr } from "../../formats/read-text.ts";
import type { ConfigFields } from "./config-file.ts";
import { folderOf, type SiteLayout } from "./find-layout.ts";

/** The part of a site's configuration that decides the addresses of its pages. */
export interface SiteConfig {
  /** Jekyll: the pattern of the address of a post; null for the usual one. */
  readonly permalink: string | null;
  /** Jekyll: the patterns of the addresses of collections, by their names. */
  readonly collectionPermalinks: ReadonlyMap<string, string>;
  /** Jekyll: the folder of the folders of collections, as `parts/`; "" for the root. */
  readonly collectionsDir: string;
  /** Jekyll: the zone in which it shows dates; null for that of the machine on which it ran. */
  readonly timeZone: string | null;
  /** Hugo: the zone of dates without one; null where it names none. */
  readonly dateZone: string | null;
  /** Hugo: the patterns of the addresses of pages, by their section; `/` for pages outside of sections. */
  readonly permalinks: ReadonlyMap<string, string>;
  /** Hugo: pages are files, as `/posts/first.html`. */
  readonly hasUglyUrls: boolean;
  /** Hugo: the language codes that file names may contain; null where there is no configuration. */
  readonly languages: ReadonlySet<string> | null;
  /** Hugo: the language whose pages have no prefix. */
  readonly defaultLanguage: string;
}

const unknown: SiteConfig = {
  permalink: null,
  collectionPermalinks: new Map(),
  collectionsDir: "",
  timeZone: null,
  dateZone: null,
  permalinks: new Map(),
  hasUglyUrls: false,
  languages: null,
  defaultLanguage: "en",
};

/** Reads the addresses of a site's configuration, and ignores one that can't be read. */
export function readSiteConfig({
  kind,
  isHexo,
  config: { fields: config },
}: Pick<SiteLayout, "kind" | "isHexo" | "config">): SiteConfig {
  const named = textOr(config?.timezone);
  const timeZone = isTimeZone(named) ? named : null;
  if (kind === "jekyll") {
    const permalink = textOr(config?.permalink) || (isHexo ? ":year/:month/:day/:title/" : null);
    const collectionPermalinks = patternsIn(
      Object.entries(objectOf(config?.collections)).map(([name, one]) => [name, objectOf(one).permalink]),
    );
    const collectionsDir = folderOf(textOr(config?.collections_dir));
    return { ...unknown, permalink, collectionPermalinks, collectionsDir, timeZone };
  }
  if (kind !== "hugo") return unknown;
  if (config === null) return unknown;
  const defaultLanguage = (textOr(config.defaultcontentlanguage) || "en").toLowerCase();
  const codes = Object.keys(objectOf(config.languages)).map((code) => code.toLowerCase());
  return {
    ...unknown,
    dateZone: timeZone,
    permalinks: readPermalinks(objectOf(config.permalinks)),
    hasUglyUrls: config.uglyurls === true,
    languages: new Set([...codes, defaultLanguage]),
    defaultLanguage,
  };
}

/** Hugo has them by section, or below `page` by section. */
function readPermalinks(fields: ConfigFields): ReadonlyMap<string, string> {
  return patternsIn([...Object.entries(fields), ...Object.entries(objectOf(fields.page))]);
}

function patternsIn(all: readonly (readonly [string, unknown])[]): ReadonlyMap<string, string> {
  return new Map(all.flatMap(([name, pattern]) => (typeof pattern === "string" ? [[name, pattern]] : [])));
}
