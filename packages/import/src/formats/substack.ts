import { type CsvRow, parseCsv } from "@freehold/protocol/internal";
import type { UnweighedPost } from "../balance/weighed-posts.ts";
import { decodeText, decodeWithEncoding, noteEncoding } from "../encoding.ts";
import { invalidImport } from "../errors.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ArchiveEntry, ImportRefusal, ImportSource } from "../source.ts";
import { draftBecause, publicBecause, type Visibility } from "../visibility.ts";
import { findByBeginning, type OpenedExport } from "./opened-export.ts";
import { readDate, readPlainText } from "./read-text.ts";
import { refusalOf, sourceOf } from "./source-of.ts";
import { withEmbeds, withoutHiddenLabels } from "./substack-embeds.ts";

/** A post of the export: its row, and the file of its text. */
interface Listed {
  readonly row: CsvRow;
  readonly text: ArchiveEntry | null;
}

/**
 * Opens an export of Substack (Settings > Exports): `posts.csv`, which says what is published and for whom, and `posts/ID.SLUG.html`.
 * Lists of subscribers and their statistics are not read.
 *
 * @throws ImportError IMPORT_INVALID for a list of posts that is too large
 */
export async function openSubstack(opened: OpenedExport): Promise<ImportSource | null> {
  if (opened.isSingleFile) return null;
  const lists = await findByBeginning(opened, /(?:^|\/)posts\.csv$/i, (bytes) => {
    const [head = ""] = bytes
      .toString("latin1")
      .replaceAll("\0", "")
      .split(/[\r\n]/, 1);
    return /\bpost_id\b/.test(head) && /\b(?:is_published|audience)\b/.test(head);
  });
  if (lists.length === 0) return null;
  const posts: Listed[] = [];
  for (const list of lists) posts.push(...(await readList(list, opened)));
  return sourceOf(opened, { format: "substack", count: posts.length, read: () => readPosts(posts) });
}

async function readList(list: ArchiveEntry, { entries }: OpenedExport): Promise<readonly Listed[]> {
  if (list.size > limits.feedBytes)
    throw invalidImport(`The list of posts is larger than the limit of ${limits.feedBytes} bytes.`);
  const rows = [...parseCsv(decodeText(Buffer.concat(await Array.fromAsync(await list.open()))))];
  const folder = list.name.replace(/posts\.csv$/i, "posts/");
  const texts = new Map(
    [...entries.values()]
      .filter(({ name }) => name.startsWith(folder) && /\.html?$/i.test(name))
      .map((entry) => [entry.name.slice(folder.length).replace(/\.html?$/i, ""), entry]),
  );
  const listed = rows.map((row) => {
    const id = row.post_id?.trim() ?? "";
    const text = texts.get(id) ?? null;
    texts.delete(id);
    return { row, text };
  });
  // A text that the list doesn't name: nothing says whether it is public.
  const others = [...texts].map(([id, text]) => ({ row: { post_id: id }, text }));
  return [...listed, ...others];
}

async function* readPosts(posts: readonly Listed[]): AsyncGenerator<UnweighedPost | ImportRefusal> {
  for (const post of posts) yield await toPost(post);
}

async function toPost({ row, text }: Listed): Promise<UnweighedPost | ImportRefusal> {
  const value = (name: string) => row[name]?.trim() ?? "";
  const id = value("post_id");
  const [, number = id, slug = ""] = /^(\d+)\.(.+)$/s.exec(id) ?? [];
  const title = readPlainText(value("title"));
  const sound = /^https?:\/\/\S+$/.exec(value("podcast_url"))?.[0] ?? null;
  if (text === null && sound === null)
    return { key: number, title: title || id, why: "Its text is not in the file." };
  try {
    if (text !== null && text.size > limits.htmlLength * 4) throw invalidImport("Its HTML is too long.");
    const bytes = text === null ? [] : await Array.fromAsync(await text.open());
    const { text: written, encoding } = decodeWithEncoding(Buffer.concat(bytes));
    const html = withoutHiddenLabels(written);
    const notes = new Set(noteEncoding(text?.name ?? "", encoding));
    const player = sound === null ? "" : `<audio src="${sound.replaceAll('"', "%22")}"></audio>\n`;
    const body = await htmlToMarkdown(player + withEmbeds(withNotes(html), notes), { base: null });
    const writtenAt = readDate(value("post_date"));
    return {
      key: number,
      title,
      markdown: body.markdown,
      slug: slug === "" ? null : slug,
      writtenAt,
      visibility: visibilityOf(row, html, notes),
      isPage: value("type") === "page",
      tags: [],
      language: null,
      excerpt: readPlainText(value("subtitle")) || null,
      cover: null,
      oldPaths: slug === "" ? [] : [`/p/${encodeURI(slug)}`],
      files: body.files,
      notes: [...body.notes, ...notes],
      visible: [{ kind: "html", text: html }],
    };
  } catch (error) {
    return refusalOf(number, title, error);
  }
}

/** A note has its number, and not itself, as the target of the link to it. */
const withNotes = (html: string) =>
  html.replace(
    /<div\s[^<>]{0,300}class="footnote"[^<>]{0,300}>\s{0,20}<a\s[^<>]{0,300}\bid="(footnote-\d{1,5})"[^<>]{0,300}>\d{1,5}<\/a>/g,
    '<div id="$1">',
  );

/** Parts that only some readers saw. */
const restrictedPart = /class="[^"<>]{0,300}\bpaywall|PaywallToDOM|data-dynamic-audiences=/i;

/** Only a published post for everyone is public here. */
function visibilityOf(row: CsvRow, html: string, notes: Set<string>): Visibility {
  const value = (name: string) => row[name]?.trim().toLowerCase() ?? "";
  const isPublished = value("is_published");
  if (isPublished === "") return draftBecause("unsaid");
  if (isPublished !== "true" && isPublished !== "1") return draftBecause("draft");
  if (value("audience") !== "everyone") {
    if (value("audience") === "") return draftBecause("unsaid");
    notes.add("It was for members there, so it is a draft here.");
    return draftBecause("private");
  }
  if (restrictedPart.test(html)) {
    notes.add("A part of it was for members there, so it is a draft here.");
    return draftBecause("private");
  }
  return /^(?:newsletter|podcast|thread|page|video|)$/.test(value("type"))
    ? publicBecause("published")
    : draftBecause("unsaid");
}
