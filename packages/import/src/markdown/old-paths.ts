import { posix } from "node:path";
import { clockInZone } from "@freehold/protocol/internal";
import { listOf, type MarkdownFile, textOf } from "./front-matter.ts";
import type { SiteConfig } from "./sites/site-config.ts";
import type { NamedText, SiteKind } from "./sites/site-layout.ts";

/** The parts of a text's addresses on its old site. */
export interface Addressed {
  readonly kind: SiteKind;
  readonly fields: MarkdownFile["fields"];
  readonly named: NamedText;
  readonly config: SiteConfig;
  readonly title: string;
  readonly slug: string;
  /** Milliseconds. */
  readonly writtenAt: number | null;
  /** The time of the text as it is written, in milliseconds as if it were UTC; null for one in UTC. */
  readonly writtenLocal: number | null;
  /** The zone of the site here, in which Jekyll is taken to have run. */
  readonly timeZone: string;
  readonly categories: readonly string[];
}

/** The paths of a text on its old site: from its fields, its name, and the site's configuration. */
export function findOldPaths(text: Addressed): string[] {
  const { kind, fields, named, slug } = text;
  const permalink = textOf(fields, "permalink");
  const given =
    kind === "jekyll" && permalink !== null ? jekyllPath(permalink, text) : pathOfAddress(permalink);
  const url = pathOfAddress(textOf(fields, "url"));
  const own =
    named.path?.replace(/(?<![^/])[^/]*$/, slug.includes("/") ? "$&" : slug.replaceAll("$", "$$$$")) ?? null;
  const jekyll = kind === "jekyll" && named.path === null ? jekyllPath(text.config.permalink, text) : null;
  const hugo = kind === "hugo" ? hugoPaths(text, [named.path, own]) : [named.path, own];
  // Hugo's aliases may be relative to the page. Obsidian's are other names, and no paths.
  const aliases = listOf(fields, "aliases", "alias", "redirect_from").map((alias) =>
    kind === "hugo" && named.path !== null && /^[^/:]+(?:\/|$)/.test(alias)
      ? posix.join(named.path, "..", alias)
      : pathOfAddress(alias),
  );
  const all = [given, url, ...hugo, jekyll, ...aliases];
  return [...new Set(all.filter((path) => path !== null))];
}

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

const jekyllStyles: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title.html",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title.html",
  none: "/:categories/:title.html",
};

/** The path of a Jekyll post by a pattern or the name of one. @returns null where the pattern needs a field that the post lacks */
function jekyllPath(style: string | null, text: Addressed): string | null {
  const { slug, writtenAt, categories } = text;
  const pattern = jekyllStyles[style ?? "date"] ?? style ?? "";
  return fillPattern(pattern, {
    ...(writtenAt === null ? {} : datesOf(clockOfJekyll(text, writtenAt))),
    categories: categories.map((one) => one.toLowerCase()).join("/"),
    title: slug,
    slug,
    output_ext: ".html",
  });
}

/** The time that Jekyll shows: a moment in its own zone. A time without a zone is of that zone, as it is here. */
function clockOfJekyll({ writtenLocal, timeZone, config }: Addressed, writtenAt: number): number {
  return writtenLocal === writtenAt ? writtenAt : clockInZone(writtenAt, config.timeZone ?? timeZone);
}

function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string | null {
  const path = pattern.replace(/:(\w+)/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
  return /[:[]/.test(path) || path === "" ? null : `/${path}`.replace(/\/{2,}/g, "/");
}

/** The names by which Hugo and Jekyll call the parts of a date. @param time of a clock, in milliseconds as if it were UTC */
function datesOf(time: number): Readonly<Record<string, string>> {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const year = date.getUTCFullYear();
  const yearDay = Math.floor((time - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }).format(date);
  const [month, weekday] = [name({ month: "long" }), name({ weekday: "long" })];
  return {
    year: String(year),
    short_year: two(year % 100),
    month: two(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    monthname: month,
    long_month: month,
    short_month: month.slice(0, 3),
    day: two(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    weekday: String(date.getUTCDay()),
    weekdayname: weekday,
    long_day: weekday,
    short_day: weekday.slice(0, 3),
    yearday: String(yearDay),
    y_day: String(yearDay).padStart(3, "0"),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
  };
}
