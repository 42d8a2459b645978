import { basename } from "node:path";
import { valueAt } from "@freehold/protocol/internal";
import type { SourceText } from "../balance/source-text.ts";
import { type UnweighedPost, weighPosts } from "../balance/weighed-posts.ts";
import { noteEncoding } from "../encoding.ts";
import { ImportError, isOfEntry } from "../errors.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import type { ImportArchive, ImportedFile, ImportRefusal, ImportSource } from "../source.ts";
import type { Visibility } from "../visibility.ts";
import { authorsOf, countAuthors } from "./authors.ts";
import { dateOf, dateOfText, listOf, type MarkdownFile, textOf } from "./front-matter.ts";
import { convertGeneratorMarkup } from "./generator-markup.ts";
import type { TextWithoutHtml } from "./html/convert-html.ts";
import { keepLines, showsLines } from "./line-breaks.ts";
import { createLinkTargets, type LinkTargets, resolveLinks } from "./links/resolve-links.ts";
import { findOldPaths } from "./old-paths.ts";
import { type Graph, noGraph, opennessOf, readGraph } from "./outlines/graph.ts";
import { writeOutline } from "./outlines/write-outline.ts";
import { findShownDates, withinSections } from "./shown-dates.ts";
import { readTextOfSite } from "./site-front-matter.ts";
import { findLayout, type SiteLayout } from "./sites/find-layout.ts";
import { readSiteRules } from "./sites/read-site-rules.ts";
import { findSiteAddress } from "./sites/site-address.ts";
import { readSiteConfig, type SiteConfig } from "./sites/site-config.ts";
import {
  htmlText,
  isForNotes,
  type NamedText,
  readDatedName,
  readName,
  unknownText,
} from "./sites/site-layout.ts";
import { ruleText, type SiteRules } from "./sites/site-rules.ts";
import { convertEmojiNames, showsEmoji } from "./tags/emoji-names.ts";
import { fillLiquidValues } from "./tags/liquid-values.ts";
import { readNoteTags } from "./tags/note-tags.ts";
import { convertNotesMarkup } from "./tags/notes-markup.ts";

/** A folder of Markdown files, or an archive of one: Hugo, Jekyll, Obsidian, and others with front matter. */
export async function openMarkdown(path: string, archive: ImportArchive): Promise<ImportSource | null> {
  const layout = await findLayout(archive);
  if (!layout) return null;
  const folder = basename(path).replace(/\.(?:zip|tar\.gz|tgz)$/i, "");
  return {
    format: "markdown",
    count: layout.texts.length,
    site: findSiteAddress(layout),
    authors: () => countAuthors(archive, layout),
    entries: (signal, timeZone = "UTC") =>
      weighPosts(readTexts(archive, { ...layout, folder, timeZone }, signal)),
    close: () => archive.close(),
  };
}

/** The names that earlier versions gave to a text: with the folder, and with accents as macOS stores them. */
export function earlierNames(key: string, shown: string): readonly string[] {
  const names = [shown, key.normalize("NFD"), shown.normalize("NFD")];
  return [...new Set(names)].filter((name) => name !== key);
}

type Layout = SiteLayout & {
  /** The name of the folder, which earlier versions wrote into the keys. */
  readonly folder: string;
  /** The zone of the site here. */
  readonly timeZone: string;
};

async function* readTexts(
  archive: ImportArchive,
  layout: Layout,
  signal?: AbortSignal,
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  const config = readSiteConfig(layout);
  const rules = await readSiteRules(archive, layout);
  const hasLines = await showsLines(archive, layout.top, layout);
  const hasEmoji = await showsEmoji(archive, layout);
  const nameOf = (name: string) => readName(layout, name, config.languages);
  const graph =
    layout.kind === "logseq"
      ? await readGraph(archive, layout, {
          visibilityOf: (name, fields) => ruleText(rules, { name, fields }).visibility,
          titleOf: (name) => nameOf(name).title ?? "",
        })
      : noGraph;
  const pathOf = (name: string) => nameOf(name).path ?? `/${name}`;
  const targets = createLinkTargets(archive, layout, { pathOf, titles: graph.texts });
  for (const name of layout.texts) {
    signal?.throwIfAborted();
    const key = `${layout.root.slice(layout.top.length)}${name}`;
    const shown = `${layout.folder}/${key}`;
    try {
      if (unknownText.test(name))
        throw new ImportError("VALIDATION_FAILED", "it is neither Markdown nor HTML");
      const file = await readTextOfSite(archive, layout, name);
      const named = nameOf(name);
      const isPart = htmlText.test(name) && file.fields === null;
      if (isPart || (named.isList && file.body.trim() === "")) continue;
      const { visibility } = ruleText(rules, { name, fields: file.fields });
      const isLiquid = layout.kind === "jekyll" && !layout.isHexo;
      const body = isLiquid ? fillLiquidValues(file.body, file.fields, layout.config.fields) : file.body;
      const note = isForNotes(layout.kind) ? readNoteTags(body) : { markdown: body, tags: [] };
      const converted = await toMarkdown(name, note.markdown, { layout, graph, visibility });
      const lines = hasLines ? keepLines(converted.markdown) : converted.markdown;
      const { unread = [], ...others } = converted;
      const text = { ...others, markdown: hasEmoji ? convertEmojiNames(lines) : lines, tags: note.tags };
      const seen = hasEmoji ? convertEmojiNames(body) : body;
      const visible = [{ kind: kindOf(layout, name), text: seen }];
      const post = toPost({ key, name, named, fields: file.fields, text, config, rules, targets, layout });
      const notes = [...noteEncoding(key, file.encoding), ...post.notes];
      yield { ...post, notes, earlierKeys: earlierNames(key, shown), visible, unread };
    } catch (error) {
      if (!isOfEntry(error)) throw error;
      yield { key: shown, why: error.message };
    }
  }
  const { beside } = layout;
  if (beside > 0)
    yield {
      key: "…",
      why: `${beside} files beside the folder of the site were left out.`,
      leftOut: { because: "beside", count: beside },
    };
}

function kindOf({ kind }: SiteLayout, name: string): SourceText["kind"] {
  if (htmlText.test(name)) return "html";
  return kind === "logseq" ? "outline" : "markdown";
}

interface Site {
  readonly layout: SiteLayout;
  readonly graph: Graph;
  readonly visibility: Visibility;
}

/** The text as the program shows it, in Markdown; links are not changed. */
async function toMarkdown(
  name: string,
  body: string,
  { layout: { kind, isHexo }, graph, visibility }: Site,
): Promise<TextWithoutHtml> {
  if (kind === "logseq") {
    const outline = writeOutline(body, { blocks: graph.blocks, openness: opennessOf(visibility) });
    const text = await convertGeneratorMarkup(outline.markdown);
    return { ...text, notes: [...outline.notes, ...text.notes] };
  }
  // Jekyll and Eleventy; Hexo and Hugo show tags in code.
  const readsCode = (kind === "jekyll" && !isHexo) || kind === "plain";
  if (!htmlText.test(name))
    return convertGeneratorMarkup(kind === "obsidian" ? convertNotesMarkup(body) : body, { readsCode });
  const { markdown, notes, files } = await htmlToMarkdown(body, { base: null });
  const converted = await convertGeneratorMarkup(markdown, { readsCode });
  return {
    ...converted,
    files: files.filter(({ open }) => open !== null),
    notes: [...notes, ...converted.notes],
  };
}

interface Text {
  readonly key: string;
  readonly name: string;
  readonly named: NamedText;
  readonly fields: MarkdownFile["fields"];
  readonly text: TextWithoutHtml & { readonly tags: readonly string[] };
  readonly config: SiteConfig;
  readonly rules: SiteRules;
  readonly targets: LinkTargets;
  readonly layout: Layout;
}

function toPost({
  key,
  name,
  named,
  fields: own,
  text,
  config,
  rules,
  targets,
  layout,
}: Text): Omit<UnweighedPost, "visible"> {
  const { kind, timeZone } = layout;
  const { fields, visibility, sections = [] } = ruleText(rules, { name, fields: own });
  const linked = resolveLinks(text.markdown, name, withFiles(targets, text.files));
  const written = dateOf(fields, "date", "pubdate", "publishdate", "published_at", "created", "created_at");
  const day = named.date ?? readDatedName(textOf(fields, "path") ?? "")?.date;
  const dated = written.writtenAt === null && day !== undefined ? dateOfText(day) : null;
  const when = dated ?? written;
  const { writtenAt, writtenLocal = null } = when;
  const dates = { fields: layout.config.fields, timeZone: config.dateZone };
  const shown = findShownDates(fields, dates);
  // A page without a date is shown with its sections.
  const ofText = shown.shownFrom.writtenAt === null ? { ...shown, shownFrom: when } : shown;
  const { shownFrom, shownUntil } = withinSections(
    ofText,
    sections.map((one) => findShownDates(one, dates)),
  );
  const slug = textOf(fields, "slug") ?? named.slug;
  const categories = findCategories(fields, named, { kind, config });
  const { cover, note: coverNote } = findCover(fields, name, targets);
  const title =
    textOf(fields, "title") ?? named.title ?? (hasHeading(linked.markdown) ? "" : toTitle(named.slug));
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
    writtenLocal,
    visibility,
    isPage:
      textOf(fields, "type", "layout") === "page" || (named.isPage && writtenAt === null) || named.isList,
    tags: [...new Set([...listOf(fields, "tags", "tag"), ...categories, ...text.tags])],
    authors: authorsOf(layout, fields),
    language: textOf(fields, "lang", "language") ?? named.language,
    excerpt: textOf(fields, "description", "summary", "excerpt"),
    cover: cover?.address ?? null,
    shownFrom: rules.showsFuture ? null : shownFrom,
    shownUntil: rules.showsExpired ? null : shownUntil,
    oldPaths: findOldPaths({
      kind,
      name,
      folder: layout.top.replace("/", "") || layout.folder,
      fields,
      named,
      config,
      title,
      slug,
      writtenAt,
      writtenLocal,
      timeZone,
      categories,
    }),
    files,
    notes: [...text.notes, ...linked.notes, ...(coverNote === null ? [] : [coverNote])],
  };
}

function findCategories(
  fields: MarkdownFile["fields"],
  named: NamedText,
  { kind, config }: { kind: SiteLayout["kind"]; config: SiteConfig },
): string[] {
  const depth = config.collectionsDir.split("/").length - 1;
  // Jekyll takes `category` for one, with its blanks.
  const one = kind === "jekyll" ? textOf(fields, "category") : null;
  const written =
    one === null ? listOf(fields, "category", "categories") : [one, ...listOf(fields, "categories")];
  return [...named.categories.slice(depth), ...written];
}

/** The targets of links, with the pictures that were inside the text. */
function withFiles(targets: LinkTargets, files: readonly ImportedFile[]): LinkTargets {
  const inside = new Map(
    files.flatMap(({ address, open }) =>
      open === null ? [] : [[address, { name: address, size: 0, open }] as const],
    ),
  );
  return { ...targets, findFile: (address, from) => inside.get(address) ?? targets.findFile(address, from) };
}

const hasHeading = (markdown: string) => /^\s*#[ \t]+\S/.test(markdown);

/** The name of a file as a title: its words with blanks between them. */
function toTitle(slug: string): string {
  if (/\s|^\d{4}-\d{2}-\d{2}$/.test(slug)) return slug;
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Cover {
  readonly cover: ImportedFile | null;
  readonly note: string | null;
}

function findCover(fields: MarkdownFile["fields"], from: string, targets: LinkTargets): Cover {
  const cover = fields?.get("cover");
  const nested = valueAt(cover, "image");
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
  const written = typeof nested === "string" ? nested : (named ?? listOf(fields, "images")[0] ?? null);
  const address = written?.replace(/^!?\[\[|\]\]$/g, "").trim() ?? "";
  if (address === "") return { cover: null, note: null };
  const name = address.split("/").at(-1) ?? address;
  const file = (at: string, open: ImportedFile["open"]): Cover => ({
    cover: { address: at, name, description: null, open },
    note: null,
  });
  const entry = targets.findFile(address, from);
  if (entry) return file(entry.name, entry.open);
  // A path is one on the old site.
  const isThere = /^https?:\/\//i.test(address) || (/^\/(?!\/)/.test(address) && /\.\w{3,4}$/.test(address));
  if (isThere) return file(address.replace(/^http:/i, "https:"), null);
  // Themes name other things in these fields, too.
  const isNamed = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|heic|tiff?)(?:[?#]|$)/i.test(address);
  return { cover: null, note: isNamed ? `Its cover ${address} is not in the folder.` : null };
}
