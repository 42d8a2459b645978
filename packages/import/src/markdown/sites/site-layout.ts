import { objectOf, textOr } from "../../formats/read-text.ts";
import { dateOfText } from "../front-matter.ts";
import { nameLogseqPage, titleFormatOf } from "../outlines/logseq-names.ts";
import { type ConfigFile, lowerNames } from "./config-file.ts";

/** Hugo: the language that has a folder of texts of its own; null for none. */
function languageOf(folder: string, { fields }: ConfigFile): string | null {
  const found = Object.entries(objectOf(fields?.languages)).find(
    ([, settings]) => `${textOr(lowerNames(settings).contentdir).replace(/\/$/, "")}/` === folder,
  );
  return found?.[0] ?? null;
}

/** Which program a folder of Markdown is of; `plain` is any other. */
export type SiteKind = "hugo" | "jekyll" | "logseq" | "obsidian" | "plain";

/** Programs for notes, in which a field `author` names whom a note is about. */
export const isForNotes = (kind: SiteKind) => kind === "obsidian" || kind === "logseq";

/** A text in Markdown. */
export const markdownText = /\.(?:mdx?|markdown|mkdown|mkdn|mkd)$/i;
/** A post in HTML, which has front matter. */
export const htmlText = /\.html?$/i;
/** A text without a mark, which is a post only where it is imported by itself. */
const unmarkedText = /\.txt$/i;
/** A page of Notion, which ends with its number; the list of the pages has none. */
const pageOfNotion = / [\da-f]{32}\.html?$/i;
/** The file of Nikola with the fields of a text. */
export const metaOf = (name: string) => name.replace(/\.\w+$/, ".meta");

/** Whether HTML or unmarked text in a folder of no known program is a post. @param has whether a file is there */
export const isLonePost = (name: string, has: (name: string) => boolean, isAlone: boolean): boolean =>
  htmlText.test(name)
    ? isAlone || pageOfNotion.test(name) || has(metaOf(name))
    : isAlone && unmarkedText.test(name);

/** Texts that only other programs can read. */
export const unknownText = /\.(?:textile|adoc|asciidoc|org|rst|pandoc|pdc)$/i;

/** The facts that the name of a text tells. */
export interface NamedText {
  readonly slug: string;
  /** More than the slug tells; absent where nothing is. */
  readonly title?: string;
  /** `2014-01-02`, or null. */
  readonly date: string | null;
  readonly isPage: boolean;
  /** The text of a list of posts (Hugo's `_index.md`). */
  readonly isList: boolean;
  readonly language: string | null;
  /** The path on the old site, where no field says another; null where nothing tells it. */
  readonly path: string | null;
  readonly categories: readonly string[];
}

/** The parts of a site that say how its texts are named. */
interface NamedBy {
  readonly kind: SiteKind;
  readonly contentFolders: readonly string[];
  readonly config: ConfigFile;
}

/**
 * Reads the name of a text by the rules of its program.
 *
 * @param languages the allowed codes; null for those of all languages
 */
export function readName(
  { kind, contentFolders, config }: NamedBy,
  name: string,
  languages: ReadonlySet<string> | null = null,
): NamedText {
  const bare = withoutMarks(
    name.replace(markdownText, "").replace(htmlText, "").replace(unmarkedText, ""),
    kind,
  );
  if (kind === "hugo") {
    const folder = contentFolders.find((one) => name.startsWith(one)) ?? "";
    const named = readHugoName(bare.slice(folder.length), languages);
    return { ...named, language: named.language ?? languageOf(folder, config) };
  }
  if (kind === "jekyll") return readJekyllName(bare);
  const logseq = kind === "logseq" ? nameLogseqPage(name, titleFormatOf(config)) : null;
  const text = bare.replace(/\/index$/, "");
  const slug = logseq?.day ?? text.split("/").at(-1) ?? text;
  const dated = logseq ? { date: logseq.day, rest: slug } : readDatedName(text);
  return {
    ...(logseq && { title: logseq.title }),
    slug: dated?.rest ?? slug,
    date: dated?.date ?? null,
    isPage: false,
    isList: false,
    language: null,
    categories: [],
    path: `/${text.replace(kind === "plain" ? ofTexts : /^$/, "")}`,
  };
}

/** Folders of texts of Astro, Next, Gatsby and others, which their addresses lack. */
const ofTexts = /^(?:src\/)?(?:content|pages|data|public)\/(?=.)/;

/** The name of a text without the number that Notion adds to it, and by its bundle, as Bear, Ulysses and others have it. */
const withoutMarks = (bare: string, kind: SiteKind) =>
  kind === "plain" ? bare.replace(/ [\da-f]{32}(?=\/|$)/g, "").replace(/\.textbundle\/text$/, "") : bare;

const datedNames = [
  // `2024-05-06 a walk`, `2024_05_06`
  /(?:^|\/)(\d{4})([-_.])(\d{2})\2(\d{2})(?:[-_ ]+([^-_ /][^/]*))?$/,
  // `2024/05/06`, `2024/05/06-a-walk`, `2024/05/06/a-walk`
  /(?:^|\/)(\d{4})(\/)(\d{2})\/(\d{2})(?:[-_ /]+([^-_ /][^/]*))?$/,
];

/** The day in the name of a journal or a post, or of its folders, and the rest of the name. */
export function readDatedName(bare: string): { readonly date: string; readonly rest: string } | null {
  for (const pattern of datedNames) {
    const [, year, , month, day, rest] = pattern.exec(bare) ?? [];
    const date = `${year}-${month}-${day}`;
    if (year !== undefined && dateOfText(date) !== null) return { date, rest: rest ?? date };
  }
  return null;
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
  return { slug, date: null, isPage, isList, language, path, categories: [] };
}

/** Whether a text is the code of a language, and not the ending of another name, as in `node.js`. */
function isCode(code: string): boolean {
  return languageNames.of(code) !== undefined;
}

function readJekyllName(bare: string): NamedText {
  const parts = bare.split("/");
  const at = parts.findIndex((part) => part === "_posts" || part === "_drafts");
  const last = parts.at(-1) ?? "";
  const dated = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(last);
  const slug = dated?.[2] ?? last;
  const common = { slug, date: dated?.[1] ?? null, isList: false, language: null };
  if (at === -1) {
    const isCollection = parts[0]?.startsWith("_") ?? false;
    return {
      ...common,
      isPage: !isCollection,
      path: `/${bare.replace(/^_/, "")}`,
      categories: [],
    };
  }
  return { ...common, isPage: false, path: null, categories: parts.slice(0, at) };
}
