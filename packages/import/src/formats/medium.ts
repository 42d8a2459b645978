import { cleanAuthor } from "../authors.ts";
import type { UnweighedPost } from "../balance/weighed-posts.ts";
import { decodeWithEncoding, noteEncoding } from "../encoding.ts";
import { invalidImport } from "../errors.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ArchiveEntry, ImportRefusal, ImportSource } from "../source.ts";
import { draftBecause } from "../visibility.ts";
import { findByBeginning, type OpenedExport } from "./opened-export.ts";
import { readDate, readOldPath, readPlainText } from "./read-text.ts";
import { refusalOf, sourceOf } from "./source-of.ts";

const inPosts = /(?:^|\/)posts\/[^/]+\.html?$/i;

/**
 * Opens an export of Medium (Settings > Security > Download your information): `posts/*.html`, each a page with microformats. Lists of
 * claps, bookmarks and the like are not read.
 */
export async function openMedium(opened: OpenedExport): Promise<ImportSource | null> {
  if (opened.isSingleFile) return null;
  const known = await findByBeginning(opened, inPosts, (bytes) => {
    const text = bytes.toString("utf8");
    return text.includes('class="p-name"') && /class="[^"]*\b(?:e-content|h-entry)\b/.test(text);
  });
  const [first] = known;
  if (first === undefined) return null;
  const folder = first.name.slice(0, first.name.lastIndexOf("/") + 1);
  const files = [...opened.entries.values()].filter(
    ({ name }) => inPosts.test(name) && name.startsWith(folder),
  );
  return sourceOf(opened, { format: "medium", count: files.length, read: () => readPosts(files) });
}

async function* readPosts(files: readonly ArchiveEntry[]): AsyncGenerator<UnweighedPost | ImportRefusal> {
  for (const file of files) yield await toPost(file);
}

async function toPost(file: ArchiveEntry): Promise<UnweighedPost | ImportRefusal> {
  const name = file.name.split("/").at(-1) ?? file.name;
  try {
    if (file.size > limits.htmlLength * 4) throw invalidImport("Its HTML is too long.");
    const bytes = Buffer.concat(await Array.fromAsync(await file.open()));
    const { text: page, encoding } = decodeWithEncoding(bytes);
    const title = readPlainText(between(page, 'class="p-name"', "</h1>"));
    const footer = page.slice(Math.max(0, page.lastIndexOf("<footer")));
    const canonical = hrefOf(footer, "p-canonical");
    const [, id = ""] = /-([\da-f]{8,12})\.html?$/i.exec(name) ?? [];
    const body = bodyOf(page);
    const { markdown, files, notes } = await htmlToMarkdown(withoutTitle(body, title), { base: canonical });
    const isDraft = /^draft_/i.test(name);
    const at = footer.indexOf('class="dt-published"');
    const time = at < 0 ? "" : footer.slice(at, at + 300);
    const [, published = ""] = /datetime="([^"]{1,40})"/.exec(time) ?? [];
    const isResponse = !isDraft && !isTitled(body, title);
    const path = canonical === null ? null : readOldPath(canonical);
    const slug = path
      ?.split("/")
      .at(-1)
      ?.replace(/-[\da-f]{8,12}$/i, "");
    const author = readPlainText(between(footer, 'class="p-author', "</a>"));
    return {
      key: id || name,
      title,
      markdown: markdown.replace(/^---\n+/, ""),
      slug: slug ? (decodeOr(slug) ?? null) : null,
      writtenAt: readDate(published),
      // The export names its drafts by their files, and does not say which stories are unlisted or for members.
      visibility: draftBecause(isDraft ? "draft" : "unsaid"),
      isPage: false,
      tags: tagsOf(footer),
      language: null,
      excerpt: readPlainText(between(page, 'class="p-summary"', "</section>")) || null,
      cover: null,
      oldPaths: [path, id === "" ? null : `/p/${id}`].filter((one) => one !== null),
      files,
      notes: [
        ...noteEncoding(name, encoding),
        ...notes,
        ...(isResponse
          ? ["It has no title, as responses to other people's posts have none, so it is a draft here."]
          : []),
      ],
      authors: author === "" ? [] : [cleanAuthor(author)],
      visible: [{ kind: "html", text: withoutTitle(body, title) }],
    };
  } catch (error) {
    return refusalOf(name, "", error);
  }
}

/** The tags of older exports. */
const tagsOf = (footer: string): string[] =>
  [...footer.matchAll(/<a\s[^<>]{0,1000}"p-tag"[^<>]{0,1000}>([^<>]{1,200})<\/a>/g)].map(([, words = ""]) =>
    readPlainText(words),
  );

/** The HTML between the tag with a mark and another mark; "" without them. */
function between(page: string, mark: string, end: string): string {
  const at = page.indexOf(mark);
  const from = at < 0 ? -1 : page.indexOf(">", at);
  const to = from < 0 ? -1 : page.indexOf(end, from);
  return to < 0 ? "" : page.slice(from + 1, to);
}

/** The text of a post: up to the footer, since sections stand within sections. */
function bodyOf(page: string): string {
  const at = page.search(/class="[^"]{0,100}\be-content\b/);
  const from = at < 0 ? -1 : page.indexOf(">", at);
  const footer = page.lastIndexOf("<footer");
  const body = from < 0 ? "" : page.slice(from + 1, footer > from ? footer : undefined);
  return body.replace(siteOfLink, "</em> ");
}

/** The place before the name of a site that the box of a link ends with. */
const siteOfLink = /<\/em>(?=[\w.-]{1,200}<\/a>\s{0,20}<a\s[^<>]{0,500}mixtapeImage)/g;

/** Whether a text has a title of its own. Medium calls a response by the first words of its text. */
function isTitled(body: string, title: string): boolean {
  if (/graf--title|<h[1-4][\s>]/.test(body)) return true;
  const opening = readPlainText(body.slice(0, 20_000)).replace(/\s+/g, " ");
  return title !== "" && !opening.startsWith(title.replace(/(?:…|\.{3})$/, "").trimEnd());
}

/** Without the title at the beginning of the text, which is that of the post. */
function withoutTitle(body: string, title: string): string {
  const mark = body.indexOf("graf--title");
  const from = mark < 0 ? -1 : body.lastIndexOf("<h", mark);
  const end = from < 0 ? -1 : body.indexOf("</h", mark);
  const close = end < 0 ? -1 : body.indexOf(">", end);
  if (close < 0) return body;
  return readPlainText(body.slice(from, close + 1)) === title
    ? body.slice(0, from) + body.slice(close + 1)
    : body;
}

function hrefOf(html: string, name: string): string | null {
  const tag = html.match(/<a\s[^<>]{1,2000}>/g)?.find((one) => one.includes(`"${name}"`));
  const [, href = ""] = /\shref="([^"]*)"/.exec(tag ?? "") ?? [];
  return URL.canParse(href) ? href : null;
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
