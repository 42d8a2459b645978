import { basename } from "node:path";
import { parse as parseYaml } from "yaml";
import { AppError, isRefusal } from "../../../errors/errors.ts";
import { limits } from "../../limits.ts";
import type { ArchiveEntry, ImportArchive, ImportedFile, ImportedPost, ImportSource } from "../source.ts";
import {
  flagOf,
  listOf,
  type MarkdownFile,
  parseTime,
  readFrontMatter,
  textOf,
  timeOf,
} from "./front-matter.ts";
import { convertGeneratorMarkup } from "./generator-markup.ts";
import { createLinkTargets, type LinkTargets, resolveLinks } from "./links.ts";
import { findLayout, jekyllPath, readName, type SiteLayout } from "./site-layout.ts";

/** A folder of Markdown files, or an archive of one: Hugo, Jekyll, Obsidian, and others with front matter. */
export function openMarkdown(path: string, archive: ImportArchive): ImportSource | null {
  const layout = findLayout(archive);
  if (!layout) return null;
  const folder = basename(path).replace(/\.(?:zip|tar\.gz|tgz)$/i, "");
  return {
    format: "markdown",
    count: layout.texts.length,
    entries: (signal) => readTexts(archive, { ...layout, folder }, signal),
    close: () => archive.close(),
  };
}

type Layout = SiteLayout & {
  /** The name of the folder, which is in the keys. */
  readonly folder: string;
};

async function* readTexts(archive: ImportArchive, layout: Layout, signal?: AbortSignal) {
  const site = await readSite(archive, layout);
  const targets = createLinkTargets(
    archive,
    layout,
    (name) => readName(layout.kind, name).path ?? `/${name}`,
  );
  for (const name of layout.texts) {
    signal?.throwIfAborted();
    const key = `${layout.folder}/${name}`;
    try {
      const file = readFrontMatter(await readText(archive.entries.get(`${layout.root}${name}`)));
      const { isList } = readName(layout.kind, name);
      if (isList && file.body.trim() === "") continue;
      yield toPost({ key, name, file, site, targets, layout });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      yield { key, why: error.message };
    }
  }
}

/** @throws AppError VALIDATION_FAILED */
async function readText(entry: ArchiveEntry | undefined): Promise<string> {
  if (!entry) throw new AppError("VALIDATION_FAILED", "it is not there any more");
  if (entry.size > limits.markdownBytes)
    throw new AppError("VALIDATION_FAILED", "it is too large for a post");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await entry.open()) chunks.push(chunk);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new AppError("VALIDATION_FAILED", "it is no UTF-8 text", { cause: error });
  }
}

interface JekyllSite {
  readonly permalink: string | null;
}

/** What Jekyll's configuration says of addresses. One that can't be read says nothing. */
async function readSite({ entries }: ImportArchive, { root, kind }: Layout): Promise<JekyllSite> {
  const config =
    kind === "jekyll" ? (entries.get(`${root}_config.yml`) ?? entries.get(`${root}_config.yaml`)) : null;
  if (!config) return { permalink: null };
  try {
    const { permalink } = Object(parseYaml(await readText(config), { maxAliasCount: 20, logLevel: "error" }));
    return { permalink: typeof permalink === "string" ? permalink : null };
  } catch {
    return { permalink: null };
  }
}

interface Text {
  readonly key: string;
  readonly name: string;
  readonly file: MarkdownFile;
  readonly site: JekyllSite;
  readonly targets: LinkTargets;
  readonly layout: Layout;
}

function toPost({ key, name, file: { fields, body }, site, targets, layout }: Text): ImportedPost {
  const named = readName(layout.kind, name);
  const converted = convertGeneratorMarkup(body);
  const linked = resolveLinks(converted.markdown, name, targets);
  const writtenAt =
    timeOf(fields, "date", "pubdate", "publishdate", "published_at", "created", "created_at") ??
    (named.date === null ? null : parseTime(named.date));
  const slug = textOf(fields, "slug") ?? named.slug;
  const categories = [...named.categories, ...listOf(fields, "category", "categories")];
  const cover = findCover(fields, name, targets);
  const title = textOf(fields, "title") ?? (hasHeading(linked.markdown) ? "" : toTitle(named.slug));
  const files =
    cover && !linked.files.some((one) => one.address === cover.address)
      ? [...linked.files, cover]
      : linked.files;
  return {
    key,
    title,
    markdown: linked.markdown,
    slug,
    writtenAt,
    state: isDraft(layout, fields, named.isDraft) ? "draft" : "public",
    isPage:
      textOf(fields, "type", "layout") === "page" || (named.isPage && writtenAt === null) || named.isList,
    tags: [...new Set([...listOf(fields, "tags", "tag"), ...categories])],
    language: textOf(fields, "lang", "language") ?? named.language,
    excerpt: textOf(fields, "description", "summary", "excerpt"),
    cover: cover?.address ?? null,
    oldPaths: findOldPaths(fields, { named, site, slug, writtenAt, categories }),
    files,
    notes: [...converted.notes, ...linked.notes],
  };
}

const hasHeading = (markdown: string) => /^\s*#[ \t]+\S/.test(markdown);

/** The name of a file as a title: its words with blanks between them. */
function toTitle(slug: string): string {
  if (/\s/.test(slug)) return slug;
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Notes of a vault, and files that say nothing of themselves, may be private: they are drafts unless a field says otherwise. */
function isDraft({ kind }: Layout, fields: MarkdownFile["fields"], isNamedDraft: boolean): boolean {
  const draft = flagOf(fields, "draft");
  const published = flagOf(fields, "published", "publish");
  if (draft !== null || published !== null) return draft === true || published === false;
  return isNamedDraft || kind === "obsidian" || (kind === "plain" && fields === null);
}

function findCover(fields: MarkdownFile["fields"], from: string, targets: LinkTargets): ImportedFile | null {
  const cover = fields?.get("cover");
  const nested = typeof cover === "object" && cover !== null ? Object(cover).image : undefined;
  const named = textOf(
    fields,
    "cover",
    "image",
    "featured_image",
    "featuredimage",
    "heroimage",
    "banner",
    "thumbnail",
  );
  const address = typeof nested === "string" ? nested : (named ?? listOf(fields, "images")[0] ?? null);
  if (address === null) return null;
  const entry = targets.findFile(address.replace(/^!?\[\[|\]\]$/g, ""), from);
  const name = address.split("/").at(-1) ?? address;
  if (entry) return { address: entry.name, name, description: null, open: entry.open };
  return /^https:\/\//i.test(address) ? { address, name, description: null, open: null } : null;
}

interface Addressed {
  readonly named: ReturnType<typeof readName>;
  readonly site: JekyllSite;
  readonly slug: string;
  readonly writtenAt: number | null;
  readonly categories: readonly string[];
}

function findOldPaths(
  fields: MarkdownFile["fields"],
  { named, site, slug, writtenAt, categories }: Addressed,
): string[] {
  const given = [textOf(fields, "permalink"), textOf(fields, "url")].map(pathOfAddress);
  // Obsidian's aliases are other names, and no paths.
  const aliases = listOf(fields, "aliases", "alias", "redirect_from").map(pathOfAddress);
  const jekyll =
    named.path === null && writtenAt !== null
      ? jekyllPath(site.permalink, { slug, time: writtenAt, categories })
      : null;
  const own = named.path?.replace(/[^/]*$/, slug.includes("/") ? "$&" : slug) ?? null;
  const all = [...given, named.path, own, jekyll, ...aliases];
  return [...new Set(all.filter((path) => path !== null))];
}

function pathOfAddress(address: string | null): string | null {
  if (address === null) return null;
  if (address.startsWith("/")) return address;
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  return url && `${url.pathname}${url.search}`;
}
