import type { ImportArchive } from "../source.ts";

/** Which program a folder of Markdown is of; `plain` is any other. */
export type SiteKind = "hugo" | "jekyll" | "obsidian" | "plain";

/** A folder of Markdown: where it begins inside an archive, and which of its files are texts. */
export interface SiteLayout {
  readonly kind: SiteKind;
  /** The prefix of every name: "", or `vault/`. */
  readonly root: string;
  /** Names of the texts, without the root. */
  readonly texts: readonly string[];
}

const text = /\.(?:md|markdown|mkdown|mkdn|mkd)$/i;
/** Where these are, Jekyll and Hugo take posts in other forms, too. */
const ofPosts = /^(?:content\/|(?:.+\/)?_(?:posts|drafts)\/)/;
/** A post in HTML, which has front matter. */
export const htmlText = /\.html?$/i;
/** What only those programs can read. */
export const unknownText = /\.(?:textile|adoc|asciidoc|org|rst|pandoc|pdc)$/i;
const skipped =
  /(?:^|\/)(?:\.|node_modules\/|themes\/|layouts\/|archetypes\/|_site\/|_includes\/|_layouts\/|vendor\/)/;
const aboutTheFolder = /^(?:readme|license|changelog|contributing|code_of_conduct)\.(?:md|markdown)$/i;

/** @returns null where there are no texts */
export function findLayout({ entries }: ImportArchive): SiteLayout | null {
  const names = [...entries.keys()];
  const root = findRoot(names);
  const inside = names.map((name) => name.slice(root.length));
  const kind = findKind(inside);
  const hasOthers = kind === "jekyll" || kind === "hugo";
  const isWanted = (name: string) =>
    text.test(name) || (hasOthers && ofPosts.test(name) && (htmlText.test(name) || unknownText.test(name)));
  const texts = inside.filter((name) => isWanted(name) && !skipped.test(name) && isText(kind, name));
  return texts.length === 0 ? null : { kind, root, texts };
}

/** An archive often has one folder that holds all of it. */
function findRoot(names: readonly string[]): string {
  const [first = ""] = names;
  const top = first.slice(0, first.indexOf("/") + 1);
  return top !== "" &&
    !/^(?:content|_posts|_drafts)\/$/.test(top) &&
    names.every((name) => name.startsWith(top))
    ? top
    : "";
}

function findKind(names: readonly string[]): SiteKind {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/^\.obsidian\//)) return "obsidian";
  if (has(/^_config\.ya?ml$/) || has(/^(?:.+\/)?_posts\//)) return "jekyll";
  if (has(/^(?:hugo|config)\.(?:toml|ya?ml|json)$/) || has(/^content\//)) return "hugo";
  return "plain";
}

function isText(kind: SiteKind, name: string): boolean {
  if (kind === "hugo") return name.startsWith("content/");
  return kind === "obsidian" || !aboutTheFolder.test(name);
}

/** What the name of a text says of it. */
export interface NamedText {
  readonly slug: string;
  /** `2014-01-02`, or null. */
  readonly date: string | null;
  readonly isDraft: boolean;
  readonly isPage: boolean;
  /** The text of a list of posts (Hugo's `_index.md`). */
  readonly isList: boolean;
  readonly language: string | null;
  /** The path on the old site, where no field says another; null where nothing tells it. */
  readonly path: string | null;
  readonly categories: readonly string[];
}

/**
 * Reads the name of a text by the rules of its program.
 *
 * @param languages the allowed codes; null for those of all languages
 */
export function readName(
  kind: SiteKind,
  name: string,
  languages: ReadonlySet<string> | null = null,
): NamedText {
  const bare = name.replace(text, "").replace(htmlText, "");
  if (kind === "hugo") return readHugoName(bare.slice("content/".length), languages);
  if (kind === "jekyll") return readJekyllName(bare);
  const slug = bare.split("/").at(-1) ?? bare;
  const dated = /^(\d{4}-\d{2}-\d{2})(?:[-_ ]+([^-_ ].*))?$/.exec(slug);
  const isIndex = slug === "index" && bare.includes("/");
  return {
    ...{ slug: isIndex ? (bare.split("/").at(-2) ?? slug) : (dated?.[2] ?? slug), date: dated?.[1] ?? null },
    ...{ isDraft: false, isPage: false, isList: false, language: null, categories: [] },
    path: `/${isIndex ? bare.slice(0, -"/index".length) : bare}`,
  };
}

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

function readHugoName(bare: string, languages: ReadonlySet<string> | null): NamedText {
  const parts = bare.split("/");
  const last = parts.at(-1) ?? "";
  const [, stem = last, code = ""] = /^(.+)\.([a-z]{2,3}(?:-[a-z]{2,4})?)$/i.exec(last) ?? [];
  const isLanguage = languages ? languages.has(code.toLowerCase()) : /^..(?:-|$)/.test(code) && isCode(code);
  const [word, language] = isLanguage ? [stem, code] : [last, null];
  const isBundle = word === "index" || word === "_index";
  const folders = parts.slice(0, -1);
  const slug = isBundle ? (folders.at(-1) ?? "") : word;
  const path = `/${[...folders, ...(isBundle ? [] : [word])].join("/")}`;
  const isPage = folders.length === (isBundle ? 1 : 0) && word !== "_index";
  const isList = word === "_index";
  return { slug, date: null, isDraft: false, isPage, isList, language, path, categories: [] };
}

/** Whether a text is the code of a language, and not the ending of another name, as in `node.js`. */
function isCode(code: string): boolean {
  return languageNames.of(code) !== undefined;
}

function readJekyllName(bare: string): NamedText {
  const parts = bare.split("/");
  const at = parts.findIndex((part) => part === "_posts" || part === "_drafts");
  const last = parts.at(-1) ?? "";
  const dated = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(last);
  const slug = dated?.[2] ?? last;
  const common = { slug, date: dated?.[1] ?? null, isList: false, language: null };
  if (at === -1) {
    const isCollection = parts[0]?.startsWith("_") ?? false;
    return {
      ...common,
      isDraft: false,
      isPage: !isCollection,
      path: `/${bare.replace(/^_/, "")}`,
      categories: [],
    };
  }
  const isDraft = parts[at] === "_drafts";
  return { ...common, isDraft, isPage: false, path: null, categories: parts.slice(0, at) };
}
