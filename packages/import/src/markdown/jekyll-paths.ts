import { clockInZone } from "@freehold/protocol/internal";
import type { Addressed } from "./addressed.ts";
import { datesOf, fillPattern } from "./fill-pattern.ts";
import { textOf } from "./front-matter.ts";

/** The names of patterns, and how the pattern of a collection ends with each. */
const styles: Readonly<Record<string, { readonly pattern: string; readonly end: string }>> = {
  date: { pattern: "/:categories/:year/:month/:day/:title:output_ext", end: ":output_ext" },
  pretty: { pattern: "/:categories/:year/:month/:day/:title/", end: "/" },
  ordinal: { pattern: "/:categories/:year/:y_day/:title:output_ext", end: ":output_ext" },
  weekdate: { pattern: "/:categories/:year/W:week/:short_day/:title:output_ext", end: ":output_ext" },
  none: { pattern: "/:categories/:title:output_ext", end: ":output_ext" },
};

/**
 * The path of a text of Jekyll by the pattern of its own field, of its collection, or of the site (its `url_drop.rb` has the names).
 *
 * @returns null where the pattern needs a field that the text lacks, and for a page without a field
 */
export function jekyllPath(text: Addressed): string | null {
  const { slug, named, writtenAt, categories } = text;
  const { collection, path } = placeOf(text);
  const written = patternOf(text, collection);
  if (written === null) return null;
  const basename = named.path === null ? named.slug : (path.split("/").at(-1) ?? "");
  return fillPattern((styles[written]?.pattern ?? written).replace(/:output_ext\b/, ".html"), {
    ...(writtenAt === null ? {} : datesOf(clockOf(text, writtenAt))),
    categories: categories.map((one) => one.toLowerCase()).join("/"),
    slugified_categories: categories.map(toSlug).join("/"),
    collection: collection ?? "",
    path,
    basename,
    name: toSlug(basename),
    title: toTitle(slug),
    slug: toSlug(slug),
  });
}

/** The collection of a text, null for a page; and its path in there without its ending, for a page that of its folder. */
function placeOf({ name, config }: Addressed): { collection: string | null; path: string } {
  const bare = name.replace(/\.[^./]+$/, "");
  const parts = bare.split("/");
  if (parts.includes("_posts") || parts.includes("_drafts"))
    return { collection: "posts", path: bare.replace(/^.*_(?:posts|drafts)\//, "") };
  const inside = config.collectionsDir !== "" && bare.startsWith(config.collectionsDir);
  const [first = "", ...rest] = (inside ? bare.slice(config.collectionsDir.length) : bare).split("/");
  if (first.startsWith("_") && rest.length > 0) return { collection: first.slice(1), path: rest.join("/") };
  return { collection: null, path: parts.slice(0, -1).join("/") };
}

function patternOf({ fields, config }: Addressed, collection: string | null): string | null {
  const own = textOf(fields, "permalink");
  if (own !== null || collection === null) return own;
  const ofCollection = config.collectionPermalinks.get(collection);
  if (ofCollection !== undefined) return ofCollection;
  const ofSite = config.permalink ?? "date";
  if (collection === "posts") return ofSite;
  const [end = ""] = /\/$|:output_ext$/.exec(ofSite) ?? [];
  return `/:collection/:path${styles[ofSite]?.end ?? end}`;
}

/** The time that Jekyll shows: a moment in its own zone. A time without a zone is of that zone, as it is here. */
function clockOf({ writtenLocal, timeZone, config }: Addressed, writtenAt: number): number {
  return writtenLocal === writtenAt ? writtenAt : clockInZone(writtenAt, config.timeZone ?? timeZone);
}

const trim = (name: string) => name.replace(/^-/, "").replace(/-$/, "");
const toTitle = (name: string) => trim(name.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, "-"));
const toSlug = (name: string) => trim(name.replace(/[^\p{M}\p{L}\p{Nd}]+/gu, "-")).toLowerCase();
