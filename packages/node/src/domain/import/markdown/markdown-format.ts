import { basename } from "node:path";
import { AppError, isRefusal } from "../../../errors/errors.ts";
import { htmlToMarkdown } from "../formats/html/html-to-markdown.ts";
import { objectOf } from "../formats/read-text.ts";
import type { ImportArchive, ImportedFile, ImportedPost, ImportSource } from "../source.ts";
import {
  dateOf,
  dateOfText,
  flagOf,
  listOf,
  type MarkdownFile,
  readFrontMatter,
  textOf,
  timeOf,
} from "./front-matter.ts";
import { type ConvertedText, convertGeneratorMarkup } from "./generator-markup.ts";
import { createLinkTargets, type LinkTargets, resolveLinks } from "./links.ts";
import { findOldPaths } from "./old-paths.ts";
import { readSiteConfig, readSiteText, type SiteConfig } from "./site-config.ts";
import {
  findLayout,
  htmlText,
  type NamedText,
  readName,
  type SiteLayout,
  unknownText,
} from "./site-layout.ts";

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
  const config = await readSiteConfig(archive, layout);
  const nameOf = (name: string) => readName(layout.kind, name, config.languages);
  const targets = createLinkTargets(archive, layout, (name) => nameOf(name).path ?? `/${name}`);
  for (const name of layout.texts) {
    signal?.throwIfAborted();
    const key = `${layout.folder}/${name}`;
    try {
      if (unknownText.test(name)) throw new AppError("VALIDATION_FAILED", "it is neither Markdown nor HTML");
      const file = readFrontMatter(await readSiteText(archive.entries.get(`${layout.root}${name}`)));
      const named = nameOf(name);
      const isPart = htmlText.test(name) && file.fields === null;
      if (isPart || (named.isList && file.body.trim() === "")) continue;
      const { markdown, notes } = await toMarkdown(name, file.body);
      yield toPost({ key, name, named, file: { ...file, body: markdown }, notes, config, targets, layout });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      yield { key, why: error.message };
    }
  }
}

/** The text as the program shows it, in Markdown; links are not changed. */
async function toMarkdown(name: string, body: string): Promise<ConvertedText> {
  if (!htmlText.test(name)) return convertGeneratorMarkup(body);
  const { markdown, notes } = await htmlToMarkdown(body, { base: null });
  const converted = convertGeneratorMarkup(markdown);
  return { markdown: converted.markdown, notes: [...notes, ...converted.notes] };
}

interface Text extends Pick<ConvertedText, "notes"> {
  readonly key: string;
  readonly name: string;
  readonly named: NamedText;
  readonly file: MarkdownFile;
  readonly config: SiteConfig;
  readonly targets: LinkTargets;
  readonly layout: Layout;
}

function toPost({
  key,
  name,
  named,
  file: { fields, body },
  notes,
  config,
  targets,
  layout,
}: Text): ImportedPost {
  const { kind } = layout;
  const linked = resolveLinks(body, name, targets);
  const written = dateOf(fields, "date", "pubdate", "publishdate", "published_at", "created", "created_at");
  const dated = written.writtenAt === null && named.date !== null ? dateOfText(named.date) : null;
  const { writtenAt, writtenLocal = null } = dated ?? written;
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
    ...{ writtenAt, writtenLocal },
    state: isDraft(layout, fields, named.isDraft) ? "draft" : "public",
    isPage:
      textOf(fields, "type", "layout") === "page" || (named.isPage && writtenAt === null) || named.isList,
    tags: [...new Set([...listOf(fields, "tags", "tag"), ...categories])],
    language: textOf(fields, "lang", "language") ?? named.language,
    excerpt: textOf(fields, "description", "summary", "excerpt"),
    cover: cover?.address ?? null,
    shownFrom: timeOf(fields, "publishdate") ?? writtenAt,
    shownUntil: timeOf(fields, "expirydate", "unpublishdate"),
    oldPaths: findOldPaths({ kind, fields, named, config, title, slug, writtenAt, categories }),
    files,
    notes: [...notes, ...linked.notes],
  };
}

const hasHeading = (markdown: string) => /^\s*#[ \t]+\S/.test(markdown);

/** The name of a file as a title: its words with blanks between them. */
function toTitle(slug: string): string {
  if (/\s|^\d{4}-\d{2}-\d{2}$/.test(slug)) return slug;
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Notes of a vault, and files that say nothing of themselves, may be private: they are drafts unless a field says otherwise. */
function isDraft({ kind }: Layout, fields: MarkdownFile["fields"], isNamedDraft: boolean): boolean {
  // Hugo writes no page of these.
  const isHeadless = flagOf(fields, "headless") === true;
  const { render } = objectOf(fields?.get("build") ?? fields?.get("_build"));
  if (isHeadless || render === "never" || render === false) return true;
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
