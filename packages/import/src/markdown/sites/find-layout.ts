import { objectOf, textOr } from "../../formats/read-text.ts";
import type { ImportArchive } from "../../source.ts";
import { isLogseq, readLogseqConfig } from "../outlines/logseq-names.ts";
import { type ConfigFile, lowerNames, textsOf } from "./config-file.ts";
import { readHugoConfig } from "./hugo-config.ts";
import { readJekyllConfig } from "./jekyll-config.ts";
import { htmlText, isLonePost, markdownText, type SiteKind, unknownText } from "./site-layout.ts";

/** A folder of Markdown: where it begins inside an archive, and which of its files are texts. */
export interface SiteLayout {
  readonly kind: SiteKind;
  /** The prefix of every name: "", `vault/`, or `docs/` for a site below the folder. */
  readonly root: string;
  /** The folder of an archive that holds all of it, which is the beginning of `root`. */
  readonly top: string;
  /** Hugo: the folders of its texts, as `content/`. */
  readonly contentFolders: readonly string[];
  readonly config: ConfigFile;
  /** Hexo keeps the posts and pages of a Jekyll-like site in `source/`, and needs no date in the name of a post. */
  readonly isHexo: boolean;
  /** Names of the texts, without the root. */
  readonly texts: readonly string[];
  /** How many texts are not in the folder of the site. */
  readonly beside: number;
}

const skipped =
  /(?:^|\/)(?:\.|node_modules\/|themes\/|layouts\/|archetypes\/|_site\/|_includes\/|_layouts\/|vendor\/)/;
const aboutTheFolder =
  /^(?:readme|license|agents|claude|security|changelog|contributing|code_of_conduct)\.(?:md|markdown|rst|org|adoc)$/i;
/** Folders in which Jekyll takes posts in other forms, too. */
const ofPosts = /^(?:.+\/)?_(?:posts|drafts)\//;

/** @returns null where there are no texts */
export async function findLayout(archive: ImportArchive): Promise<SiteLayout | null> {
  const names = [...archive.entries.keys()];
  const top = findTop(names);
  const inside = names.map((name) => name.slice(top.length));
  const { kind, base } = findSite(inside);
  const config = await readConfig(archive, kind, `${top}${base}`);
  const isBelow = (folder: string) => inside.some((name) => name.startsWith(`${base}${folder}`));
  const isHexo = kind === "jekyll" && isBelow("source/_posts/") && !isBelow("_posts/");
  const source = kind === "jekyll" ? folderOf(textOr(config.fields?.source) || (isHexo ? "source" : "")) : "";
  const root = `${top}${base}${source}`;
  const contentFolders = kind === "hugo" ? findContentFolders(config) : [];
  const isOfSite = (name: string) =>
    kind !== "hugo" || contentFolders.some((folder) => name.startsWith(folder));
  const hasOthers = (name: string) =>
    kind === "hugo" || kind === "logseq" || (kind === "jekyll" && ofPosts.test(name));
  const isWanted = (name: string) =>
    markdownText.test(name) ||
    (hasOthers(name) && htmlText.test(name)) ||
    (kind === "plain" &&
      isLonePost(name, (one) => archive.entries.has(`${root}${one}`), archive.entries.size === 1)) ||
    ((kind === "plain" || hasOthers(name)) && unknownText.test(name));
  const isText = (name: string) =>
    isOfSite(name) &&
    isWanted(name) &&
    !skipped.test(name) &&
    !(kind === "logseq" && name.startsWith("logseq/")) &&
    (kind === "obsidian" || kind === "hugo" || !aboutTheFolder.test(name));
  const below = names.flatMap((name) => (name.startsWith(root) ? [name.slice(root.length)] : []));
  const texts = below.filter(isText);
  if (texts.length === 0) return null;
  const isOther = (name: string) =>
    markdownText.test(name) && !skipped.test(name) && !aboutTheFolder.test(name);
  const beside = kind === "jekyll" ? inside.filter(isOther).length - below.filter(isOther).length : 0;
  return { kind, root, top, contentFolders, config, isHexo, texts, beside };
}

/** An archive often has one folder that holds all of it. */
function findTop(names: readonly string[]): string {
  const [first = ""] = names;
  const top = first.slice(0, first.indexOf("/") + 1);
  return top !== "" &&
    !/^(?:content|_posts|_drafts)\/$/.test(top) &&
    names.every((name) => name.startsWith(top))
    ? top
    : "";
}

/** The configuration of a site, which may be up to three folders deep. */
const jekyllConfig = /^((?:[^/]+\/){0,3})_config\.ya?ml$/;
const hugoConfig = /^((?:[^/]+\/){0,3}?)(?:config\/_default\/)?(?:(hugo)|config)\.(?:toml|ya?ml|json)$/;

/** Whether an archive has the configuration of a site at its top, so that all of it is of that site. */
export function hasSiteAtTop({ entries }: Pick<ImportArchive, "entries">): boolean {
  const names = [...entries.keys()];
  const top = findTop(names);
  const has = (name: string) => entries.has(`${top}${name}`);
  return (
    has("_config.yml") ||
    has("_config.yaml") ||
    has("logseq/config.edn") ||
    names.some((name) => name.startsWith(`${top}.obsidian/`)) ||
    names.some((name) => name.startsWith(top) && hugoConfig.exec(name.slice(top.length))?.[1] === "")
  );
}

/** The program of a folder, and the folder of its site. */
function findSite(names: readonly string[]): { kind: SiteKind; base: string } {
  const has = (start: string) => names.some((name) => name.startsWith(start));
  const vault = names.some((name) => /(?:^|\/)\.obsidian\//.test(name));
  if (isLogseq(names)) return { kind: "logseq", base: "" };
  if (has(".obsidian/")) return { kind: "obsidian", base: "" };
  const jekyll = shortest(
    names.flatMap((name) => {
      const base = jekyllConfig.exec(name)?.[1];
      return base === undefined || skipped.test(name) ? [] : [base];
    }),
  );
  const hugo = shortest(
    names.flatMap((name) => {
      const [, base, isNamed] = hugoConfig.exec(name) ?? [];
      return base === undefined || skipped.test(name) || !(isNamed || has(`${base}content/`)) ? [] : [base];
    }),
  );
  if (hugo !== null && (jekyll === null || hugo.length < jekyll.length)) return { kind: "hugo", base: hugo };
  if (jekyll !== null) return { kind: "jekyll", base: jekyll };
  if (vault) return { kind: "obsidian", base: "" };
  const posts = names.filter((name) => /^(?:.+\/)?_posts\//.test(name));
  if (posts.length === 0) return { kind: has("content/") ? "hugo" : "plain", base: "" };
  return { kind: "jekyll", base: posts.every((name) => name.startsWith("docs/")) ? "docs/" : "" };
}

function shortest(bases: readonly string[]): string | null {
  const [first] = [...bases].sort((one, other) => one.length - other.length);
  return first ?? null;
}

async function readConfig(archive: ImportArchive, kind: SiteKind, root: string): Promise<ConfigFile> {
  if (kind === "hugo") return await readHugoConfig(archive, root);
  if (kind === "logseq") return await readLogseqConfig(archive, root);
  return kind === "jekyll" ? await readJekyllConfig(archive, root) : { fields: null, isBroken: false };
}

/** A folder of a setting with a slash at its end; "" for the folder itself. */
export function folderOf(written: string): string {
  const parts = written.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.map((part) => `${part}/`).join("");
}

/** The folders of Hugo's texts, those inside others first: mounts, or else `contentDir` of the site and of its languages. */
function findContentFolders({ fields }: ConfigFile): string[] {
  const mounts = contentMounts(fields).map(({ source }) => source);
  if (mounts.length > 0) return innermostFirst(mounts);
  const ofLanguages = Object.values(objectOf(fields?.languages)).map((language) =>
    textOr(lowerNames(language).contentdir),
  );
  const all = [textOr(fields?.contentdir) || "content", ...ofLanguages].filter((one) => one !== "");
  return innermostFirst(all.map(folderOf));
}

/** A text is of the first folder that is the beginning of its name. */
const innermostFirst = (folders: readonly string[]): string[] =>
  [...new Set(folders)].sort((one, other) => other.length - one.length);

/** A mount of Hugo that holds texts, with the patterns of its files. */
export interface ContentMount {
  readonly source: string;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** The mounts of a configuration of Hugo into `content`. */
export function contentMounts(fields: ConfigFile["fields"]): ContentMount[] {
  const mounts = lowerNames(fields?.module).mounts;
  return [mounts].flat().flatMap((one) => {
    const { source, target, includefiles, excludefiles } = lowerNames(one);
    if (!/^content(?:\/|$)/.test(textOr(target))) return [];
    return [
      { source: folderOf(textOr(source)), includes: textsOf(includefiles), excludes: textsOf(excludefiles) },
    ];
  });
}
