import { posix } from "node:path";
import type { Addressed } from "./addressed.ts";
import { datesOf, fillPattern } from "./fill-pattern.ts";
import { listOf, textOf } from "./front-matter.ts";
import { jekyllPath } from "./jekyll-paths.ts";

/** The paths of a text on its old site: from its fields, its name, and the site's configuration. */
export function findOldPaths(text: Addressed): string[] {
  const { kind, fields, named, slug } = text;
  const permalink = textOf(fields, "permalink");
  const given = kind === "jekyll" ? jekyllPath(text) : (pathOfAddress(permalink) ?? pathOfName(permalink));
  const url = pathOfAddress(textOf(fields, "url"));
  // Zola and Gatsby.
  const path = pathOfName(textOf(fields, "path"));
  const own =
    named.path?.replace(/(?<![^/])[^/]*$/, slug.includes("/") ? "$&" : slug.replaceAll("$", "$$$$")) ?? null;
  const hugo = kind === "hugo" ? hugoPaths(text, [named.path, own]) : [named.path, own];
  // Hugo's aliases may be relative to the page. Obsidian's are other names, and no paths.
  const aliases = listOf(fields, "aliases", "alias", "redirect_from").map((alias) =>
    kind === "hugo" && named.path !== null && /^[^/:]+(?:\/|$)/.test(alias)
      ? posix.join(named.path, "..", alias)
      : pathOfAddress(alias),
  );
  // Links between posts name the file where its path needs its date.
  const file = named.path === null ? `/${text.name}` : null;
  const dated = kind === "plain" ? pathOfDatedName(named.path ?? "") : null;
  const isBelow = kind === "plain" && folderOfAddresses.test(text.folder);
  const below = isBelow ? hugo.flatMap((path) => (path === null ? [] : [`/${text.folder}${path}`])) : [];
  const datedBelow = isBelow ? pathOfDatedName(`/${text.folder}${named.path ?? ""}`) : null;
  const all = [given, url, path, dated, ...hugo, ...aliases, file, datedBelow, ...below];
  return [...new Set(all.filter((path) => path !== null))];
}

/** Folders of posts that stand in the addresses of a site, also where an archive holds nothing else of it. */
const folderOfAddresses = /^(?:articles|blog|journal|news|posts?|writing)$/i;

/** Docusaurus makes folders of the day in a name, before the other folders of its blog. */
function pathOfDatedName(path: string): string | null {
  const found = /\/(\d{4})-(\d{2})-(\d{2})[-/](?=.)/.exec(path);
  if (!found) return null;
  const [blog, ...folders] = path.slice(1, found.index).split("/");
  const rest = path.slice(found.index + found[0].length);
  return `/${[blog, ...found.slice(1), ...folders, rest].filter((part) => part !== "").join("/")}`;
}

/** Obsidian and Eleventy begin a permalink at the root of the site. */
const pathOfName = (permalink: string | null) =>
  permalink !== null && /^\/?[^\s/:{}]+(?:\/[^\s:{}]*)?$/.test(permalink)
    ? `/${permalink.replace(/^\//, "")}`
    : null;

function pathOfAddress(address: string | null): string | null {
  if (address === null) return null;
  if (address.startsWith("/")) return address;
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  return url && `${url.pathname}${url.search}`;
}

/** Paths by names as Hugo writes them, those of the section's pattern, and all of them below the language. */
function hugoPaths(text: Addressed, byName: readonly (string | null)[]): (string | null)[] {
  const { config, named, slug, title, fields, writtenAt, writtenLocal } = text;
  const folders = (named.path ?? "").split("/").slice(1, -1);
  const pattern = named.isList ? undefined : config.permalinks.get(folders[0] ?? "/");
  const values = {
    // Hugo keeps the zone of the text.
    ...(writtenAt === null ? {} : datesOf(writtenLocal ?? writtenAt)),
    section: folders[0] ?? "",
    sections: folders.join("/"),
    title: toHugoName(title),
    slug: toHugoName(textOf(fields, "slug") ?? title),
    slugorfilename: toHugoName(slug),
    slugorcontentbasename: toHugoName(slug),
    filename: toHugoName(named.slug),
    contentbasename: toHugoName(named.slug),
  };
  const written = [pattern === undefined ? null : fillPattern(pattern, values), ...byName];
  const paths = written.flatMap((path) => (path === null ? [] : [path, toHugoName(path)]));
  const all = [...new Set(paths)].flatMap((path) =>
    config.hasUglyUrls ? [`${path.replace(/\/$/, "")}.html`, path] : [path],
  );
  const { language } = named;
  if (language === null) return all;
  const below = all.map((path) => `/${language.toLowerCase()}${path}`);
  return language.toLowerCase() === config.defaultLanguage ? [...all, ...below] : below;
}

/** Lower case, with a hyphen for a blank, and without most punctuation. */
function toHugoName(name: string): string {
  const words = name.trim().toLowerCase().replace(/\s+/g, "-");
  return words.replace(/[^\p{L}\p{M}\p{Nd}./\\_+~@-]/gu, "").replace(/-{2,}/g, "-");
}
