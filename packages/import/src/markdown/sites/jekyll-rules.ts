import { objectOf, textOr } from "../../formats/read-text.ts";
import { draftBecause, publicBecause, type Visibility } from "../../visibility.ts";
import { dateOfText, type MarkdownFile } from "../front-matter.ts";
import { textsOf } from "./config-file.ts";
import type { SiteLayout } from "./find-layout.ts";
import { matchesGlob } from "./glob.ts";
import type { SiteRules } from "./site-rules.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Jekyll leaves these out besides those of the configuration. */
const alwaysExcluded = [
  ".sass-cache",
  ".jekyll-cache",
  "gemfiles",
  "Gemfile",
  "Gemfile.lock",
  "node_modules",
  "vendor/bundle/",
  "vendor/cache/",
  "vendor/gems/",
  "vendor/ruby/",
];

/**
 * The rules of Jekyll 4 by its configuration (`include`, `exclude`, `collections`, `collections_dir`, `defaults`, `future`, `limit_posts`; its
 * `entry_filter.rb`, `frontmatter_defaults.rb` and `publisher.rb` have them). Drafts stay drafts, also with `show_drafts` and
 * `unpublished`.
 */
export function createJekyllRules({
  config: { fields: config },
  isHexo,
}: Pick<SiteLayout, "config" | "isHexo">): SiteRules {
  const settings = config ?? {};
  const includes = textsOf(settings.include);
  const excludes = [...alwaysExcluded, ...textsOf(settings.exclude)].filter((one) => !includes.includes(one));
  const collectionsDir = textOr(settings.collections_dir).split("/").filter(Boolean).join("/");
  const defaults = readDefaults(settings.defaults);
  const isLimited = !isHexo && Number(settings.limit_posts) > 0;
  const collections = readCollections(settings.collections);

  /** Each folder on the way is read only where its own name and path are not left out. */
  function isRead(name: string): boolean {
    if (includes.includes(name)) return true;
    const parts = name.split("/");
    return parts.every((part, index) => {
      if (matchesAny(includes, part)) return true;
      const isFolder = index < parts.length - 1;
      const path = parts.slice(0, index + 1).join("/");
      if (matchesAny(excludes, path) || (isFolder && excludes.includes(`${path}/`))) return false;
      return !/^[._#~]|~$/.test(part) || isReadBesides(parts, index, collectionsDir, collections);
    });
  }

  function ruleOf(name: string, fields: MarkdownFile["fields"]): Visibility {
    const parts = name.split("/");
    if (!isRead(name)) return draftBecause("unbuilt");
    if (parts.includes("_drafts")) return draftBecause("draft");
    const isPost = parts.slice(0, -1).includes("_posts");
    if (isPost) {
      const isInPlace = collectionsDir === "" || name.startsWith(`${collectionsDir}/`);
      const [, date] = /^(\d{2,4}-\d{1,2}-\d{1,2})-/.exec(parts.at(-1) ?? "") ?? [];
      // Jekyll builds nothing where a date is in no calendar.
      const isDated = isHexo || (date !== undefined && dateOfText(date.replace(/^\d\d-/, "20$&")) !== null);
      // Only the newest are built, and this reads one after another.
      if (isLimited) return draftBecause("unsaid");
      // Jekyll writes posts whatever their collection says.
      return isInPlace && isDated ? publicBecause("built") : draftBecause("unbuilt");
    }
    // Without a configuration only the posts show that this is a site.
    if (config === null) return draftBecause("unsaid");
    return fields === null ? draftBecause("unbuilt") : publicBecause("built");
  }

  return {
    showsFuture: settings.future === true && !isHexo,
    showsExpired: true,
    apply(name, own) {
      const fields = withDefaults(own, defaults, {
        name,
        type: typeOf(name, collectionsDir),
        collectionsDir,
      });
      // Jekyll takes an empty `published` for false.
      const isUnpublished = fields?.has("published") && fields.get("published") === null;
      return { fields, visibility: isUnpublished ? draftBecause("draft") : ruleOf(name, own) };
    },
  };
}

/** The folders of posts, drafts and collections with output are read although their names begin with `_`. */
function isReadBesides(
  parts: readonly string[],
  index: number,
  collectionsDir: string,
  collections: ReadonlyMap<string, boolean>,
): boolean {
  const part = parts[index] ?? "";
  if (index === parts.length - 1) return false;
  // Posts may be below any folder, and not below themselves.
  if (part === "_posts" || part === "_drafts") return true;
  const depth = collectionsDir === "" ? 0 : collectionsDir.split("/").length;
  const isInPlace =
    index === depth && (collectionsDir === "" || parts.join("/").startsWith(`${collectionsDir}/`));
  return isInPlace && collections.get(part.slice(1)) === true;
}

/** A pattern matches as Ruby's `fnmatch`, and every path that begins with it. */
function matchesAny(patterns: readonly string[], path: string): boolean {
  return patterns.some((written) => {
    const pattern = written.replace(/^(?:\.?\/)+/, "");
    return (
      pattern !== "" && (path.startsWith(pattern) || matchesGlob(pattern, path, { crossesFolders: true }))
    );
  });
}

/** Collections by their names, with whether their pages are written: a list of names, or settings by name. */
function readCollections(value: unknown): ReadonlyMap<string, boolean> {
  if (Array.isArray(value)) return new Map(value.map((name) => [String(name), false]));
  return new Map(Object.entries(objectOf(value)).map(([name, one]) => [name, objectOf(one).output === true]));
}

interface DefaultSet {
  readonly path: string;
  readonly type: string | null;
  readonly values: Fields;
}

const oldTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({ page: "pages", post: "posts", draft: "drafts" }),
);

function readDefaults(value: unknown): DefaultSet[] {
  return (Array.isArray(value) ? value : []).map((one) => {
    const scope = objectOf(objectOf(one).scope);
    const type = typeof scope.type === "string" ? scope.type : null;
    return {
      path: textOr(scope.path).replace(/^\/+/, ""),
      type: type === null ? null : (oldTypes.get(type) ?? type),
      values: objectOf(objectOf(one).values),
    };
  });
}

/** The type of a text for `defaults`: pages, posts, drafts, or the name of its collection. */
function typeOf(name: string, collectionsDir: string): string {
  const parts = name.split("/").slice(0, -1);
  if (parts.includes("_drafts")) return "drafts";
  if (parts.includes("_posts")) return "posts";
  const [first = ""] = collectionsDir === "" ? parts : parts.slice(collectionsDir.split("/").length);
  return first.startsWith("_") ? first.slice(1) : "pages";
}

interface DefaultTarget {
  readonly name: string;
  readonly type: string;
  readonly collectionsDir: string;
}

/** Own fields, then those of the set with the longest path, then of the one with a type, then of the last one. */
function withDefaults(
  own: MarkdownFile["fields"],
  sets: readonly DefaultSet[],
  { name, type, collectionsDir }: DefaultTarget,
): MarkdownFile["fields"] {
  const stripped =
    collectionsDir !== "" && name.startsWith(`${collectionsDir}/`)
      ? name.slice(collectionsDir.length + 1)
      : name;
  const found = sets.filter(
    (set) => (set.type === null || set.type === type) && isBelow(set.path, [name, stripped]),
  );
  if (found.length === 0) return own;
  let values: Fields = {};
  let before: DefaultSet | null = null;
  for (const set of found) {
    if (before === null || hasPrecedence(before, set)) {
      values = { ...values, ...set.values };
      before = set;
    } else values = { ...set.values, ...values };
  }
  const added = Object.entries(values).map(([key, value]) => [key.toLowerCase(), value] as const);
  return new Map([...added, ...(own ?? [])]);
}

/** The scope of a set is the beginning of a path; with a `*` it is a pattern of one. */
function isBelow(scope: string, paths: readonly string[]): boolean {
  return paths.some(
    (path) =>
      path.startsWith(scope) ||
      (scope.includes("*") && matchesGlob(`${scope}**`, path, { crossesFolders: false })),
  );
}

function hasPrecedence(old: DefaultSet, set: DefaultSet): boolean {
  if (set.path.length !== old.path.length) return set.path.length > old.path.length;
  return set.type !== null || old.type === null;
}
