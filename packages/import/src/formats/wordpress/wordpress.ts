import { dirname, join } from "node:path";
import { decodeUriIfValid } from "@freehold/protocol/internal";
import { openFolder } from "../../archives/open-folder.ts";
import { AuthorCounts, cleanAuthor } from "../../authors.ts";
import type { UnweighedPost } from "../../balance/weighed-posts.ts";
import { readComments } from "../../comments.ts";
import { detectEncoding, type FoundEncoding, noteEncoding } from "../../encoding.ts";
import { isOfEntry } from "../../errors.ts";
import { htmlToMarkdown } from "../../html/html-to-markdown.ts";
import type { ArchiveEntry, ImportArchive, ImportRefusal, ImportSource } from "../../source.ts";
import { draftBecause, publicBecause, type Visibility } from "../../visibility.ts";
import { findByBeginning, type OpenedExport } from "../opened-export.ts";
import { readDate, readLanguage, readOldPath, readPlainText } from "../read-text.ts";
import { refusalOf, sourceOf, withNotesOfFile } from "../source-of.ts";
import { Attachments } from "./attachments.ts";
import { replaceBlocks } from "./blocks.ts";
import { addParagraphs } from "./paragraphs.ts";
import { readWxr, type WxrItem } from "./read-wxr.ts";
import { isRestricted, isUnindexed } from "./restricted.ts";
import { replaceShortcodes } from "./shortcodes.ts";

/** The facts about a site from its first reading. */
interface Site {
  readonly attachments: Attachments;
  readonly authors: AuthorCounts;
  readonly encodings: Map<ArchiveEntry, FoundEncoding>;
  /** The blocks that several posts show, by their ids. */
  readonly shared: Map<string, string>;
  address: string | null;
  language: string | null;
  count: number;
}

/**
 * Opens an export of WordPress (Tools > Export): one or more WXR files, and the folder `uploads` where it is beside them or in
 * the same archive. It is read twice, because a post names attachments that may follow it.
 */
export async function openWordPress(opened: OpenedExport): Promise<ImportSource | null> {
  const isWxr = (bytes: Buffer) =>
    /wordpress\.org\/export\/\d+\.|<wp:/.test(bytes.toString("latin1").replaceAll("\0", ""));
  const files = await findByBeginning(opened, /\.(?:xml|txt|wxr|rss)$/i, isWxr, deepest);
  if (files.length === 0) return null;
  const uploads = opened.isSingleFile ? await openUploadsBeside(opened.path) : opened;
  const site: Site = {
    attachments: new Attachments(uploads?.entries.values() ?? []),
    authors: new AuthorCounts(),
    encodings: new Map(),
    shared: new Map(),
    address: null,
    language: null,
    count: 0,
  };
  for (const file of files) {
    // A file that breaks off is read as far as it goes.
    await readSite(file, site).catch((error: unknown) => {
      if (!isOfEntry(error) || site.count === 0) throw error;
    });
  }
  const { count, address, authors } = site;
  return sourceOf(opened, {
    format: "wordpress",
    count,
    site: address,
    authors: () => authors.list(),
    read: () => readPosts(files, site),
  });
}

const deepest = 10; // folders around a file of an archive

async function openUploadsBeside(path: string): Promise<ImportArchive | null> {
  for (const name of ["uploads", "wp-content/uploads"]) {
    const folder = await openFolder(join(dirname(path), name)).catch(() => null);
    if (folder)
      return {
        ...folder,
        entries: new Map(
          [...folder.entries].map(([key, entry]) => [key, { ...entry, name: `uploads/${entry.name}` }]),
        ),
      };
  }
  return null;
}

async function readSite(file: ArchiveEntry, site: Site): Promise<void> {
  const encoding = await detectEncoding(await file.open());
  site.encodings.set(file, encoding);
  for await (const part of readWxr(await file.open(), encoding.name)) {
    if (part.kind === "channel") {
      if (part.name === "language") site.language ??= readLanguage(part.text);
      if (part.name === "wp:base_blog_url" || (part.name === "link" && site.address === null))
        site.address = part.text;
      continue;
    }
    const { texts, meta } = part.item;
    const type = texts.get("wp:post_type");
    if (type === "attachment") {
      const alt = meta.get("_wp_attachment_image_alt") ?? "";
      const url = texts.get("wp:attachment_url")?.trim() ?? "";
      site.attachments.add(texts.get("wp:post_id") ?? "", {
        url,
        alt,
        caption: texts.get("excerpt:encoded")?.trim() ?? "",
        parent: texts.get("wp:post_parent") ?? "",
      });
    } else if (type === "wp_block") addShared(part.item, site);
    else if (isEntry(part.item)) {
      site.count += 1;
      if (/^(?:post|page)?$/.test(type ?? "") && texts.get("wp:status")?.trim() !== "trash")
        site.authors.add(authorsOf(part.item));
    }
  }
}

// Characters of all shared blocks.
const sharedLength = 8_000_000;

function addShared({ texts }: WxrItem, { shared }: Site): void {
  const content = texts.get("content:encoded") ?? "";
  const length = [...shared.values()].reduce((sum, one) => sum + one.length, content.length);
  // WordPress shows no other.
  const isShown = texts.get("wp:status")?.trim() === "publish" && !texts.get("wp:post_password")?.trim();
  if (isShown && shared.size < 1_000 && length <= sharedLength)
    shared.set(texts.get("wp:post_id") ?? "", content);
}

async function* readPosts(
  files: readonly ArchiveEntry[],
  site: Site,
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  for (const file of files) {
    const encoding = site.encodings.get(file) ?? { name: "utf-8", isGuessed: false };
    yield* withNotesOfFile(readFile(file, encoding.name, site), noteEncoding(file.name, encoding));
  }
}

async function* readFile(
  file: ArchiveEntry,
  encoding: string,
  site: Site,
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  for await (const part of readWxr(await file.open(), encoding)) {
    if (part.kind === "item" && isEntry(part.item)) yield await toPost(part.item, site);
  }
}

/** Parts of a theme, of menus, revisions and the like, which are not posts. */
const internal =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|feedback|acf-.*|jp_.*|scheduled-action)$/;
const isEntry = ({ texts }: WxrItem) =>
  !internal.test(texts.get("wp:post_type") ?? "post") && texts.get("wp:status") !== "auto-draft";

async function toPost(item: WxrItem, site: Site): Promise<UnweighedPost | ImportRefusal> {
  const { texts } = item;
  const text = (name: string) => texts.get(name)?.trim() ?? "";
  const id = text("wp:post_id");
  const title = readPlainText(text("title"));
  const key = `${site.address ?? ""}#${id || text("guid") || text("link")}`;
  const type = text("wp:post_type") || "post";
  if (type !== "post" && type !== "page")
    return {
      key,
      title,
      why: `It is of the type “${type.slice(0, 60)}”, which is neither a post nor a page.`,
      leftOut: { because: "kind", count: 1 },
    };
  if (text("wp:status") === "trash")
    return {
      key,
      title,
      why: "It was in the trash.",
      leftOut: { because: "trash", count: 1 },
    };
  const notes = new Set<string>();
  const content = replaceBlocks(texts.get("content:encoded") ?? "", {
    shared: (one) => site.shared.get(one) ?? null,
    footnotes: item.meta.get("footnotes") ?? "",
    notes,
  });
  const visibility = visibilityOf(item, content, notes);
  const link = text("link");
  const base = [link, site.address ?? ""].find((one) => URL.canParse(one)) ?? null;
  try {
    const body = await htmlToMarkdown(toHtml(content, id, site, notes) + enclosureOf(item, content), {
      base,
      fileAt: (address) => site.attachments.fileAt(address),
    });
    const cover = site.attachments.find(item.meta.get("_thumbnail_id") ?? "");
    const coverFile = cover && (site.attachments.fileAt(cover.url) ?? { address: cover.url, open: null });
    const files = new Map(body.files.map((file) => [file.address, file]));
    if (coverFile && cover && !files.has(coverFile.address))
      files.set(coverFile.address, {
        ...coverFile,
        name: cover.url.split("/").at(-1) ?? "file",
        description: cover.alt || null,
      });
    const said = await readComments(item.comments.list, {
      keyOf: (comment) => `${site.address ?? ""}#comment-${comment}`,
      base,
    });
    if (body.markdown.includes("\ufffd")) notes.add("Some characters were damaged in the export.");
    const moment = readDate(text("wp:post_date_gmt")) ?? readDate(text("pubDate"));
    return {
      key,
      title,
      markdown: body.markdown,
      slug: decodeUriIfValid(text("wp:post_name")) || null,
      language: site.language,
      writtenAt: moment ?? readDate(text("wp:post_date")),
      // By the clock of the blog.
      writtenLocal: readDate(text("wp:post_date")),
      // A blog in UTC has the same time by its clock, and this is a moment nevertheless.
      ...(moment !== null && { shownFrom: { writtenAt: moment } }),
      visibility,
      isPage: type === "page",
      tags: tagsOf(item),
      authors: authorsOf(item),
      excerpt: readPlainText(text("excerpt:encoded")) || null,
      cover: coverFile?.address ?? null,
      oldPaths: oldPathsOf(item, { link, id, type }),
      files: [...files.values()],
      comments: said.comments,
      notes: [...body.notes, ...notes, ...said.notes],
      visible: [{ kind: "shortcodes", text: content }],
    };
  } catch (error) {
    return refusalOf(key, title, error);
  }
}

/** Only a published post without a password is public here. */
function visibilityOf(item: WxrItem, content: string, notes: Set<string>): Visibility {
  const { texts } = item;
  const status = texts.get("wp:status")?.trim() ?? "";
  if (texts.get("wp:post_password")?.trim()) {
    notes.add("It had a password there, so it is a draft here.");
    return draftBecause("private");
  }
  if (status === "private") {
    notes.add("It was private there, so it is a draft here.");
    return draftBecause("private");
  }
  if (status === "future") {
    notes.add(`It was to be published at ${texts.get("wp:post_date_gmt") ?? ""}; it is a draft here.`);
    return draftBecause("scheduled");
  }
  if (status !== "publish") return draftBecause("draft");
  if (isRestricted(item, content)) {
    notes.add("It, or a part of it, was for members there, so it is a draft here.");
    return draftBecause("private");
  }
  if (isUnindexed(item)) return draftBecause("unlisted");
  return publicBecause("published");
}

/** The sound or the video of an episode, unless its text names it: WordPress and plugins for podcasts keep it beside the text. */
function enclosureOf({ meta }: WxrItem, content: string): string {
  const [address = ""] = (meta.get("enclosure") ?? "").trim().split(/\s/, 1);
  const named = address.replace(/^https?:/, "").replace(/[?#].*$/s, "");
  if (!/^https?:\/\/[^\s"<>]+$/.test(address) || content.includes(named)) return "";
  return `\n\n<audio src="${address}"></audio>`;
}

function toHtml(content: string, id: string, { attachments }: Site, notes: Set<string>): string {
  const context = {
    attachment: (one: string) => attachments.find(one),
    own: () => attachments.idsOf(id),
    notes,
  };
  const expanded = replaceShortcodes(content, context);
  // Texts of the block editor have their paragraphs.
  return content.includes("<!-- wp:") ? expanded : addParagraphs(expanded);
}

/** The name by which its author signs in: each is unique, and the names that are shown are not. */
const authorsOf = ({ texts }: WxrItem): readonly string[] =>
  [texts.get("dc:creator") ?? ""].map(cleanAuthor).filter((name) => name !== "");

function tagsOf({ terms }: WxrItem): readonly string[] {
  const names = terms
    .filter(({ domain, name }) => /^(?:post_tag|category)$/.test(domain) && name !== "Uncategorized")
    .map(({ name }) => readPlainText(name));
  return [...new Set(names)].filter((name) => name !== "");
}

function oldPathsOf(
  { texts, oldSlugs }: WxrItem,
  { link, id, type }: { link: string; id: string; type: string },
): readonly string[] {
  const name = texts.get("wp:post_name")?.trim() ?? "";
  // The name may also occur in the host and in a category.
  const at = name === "" ? -1 : link.lastIndexOf(`/${name}`) + 1;
  const renamed =
    at < 1 ? [] : oldSlugs.map((old) => `${link.slice(0, at)}${old}${link.slice(at + name.length)}`);
  const paths = [link, ...renamed, texts.get("guid")?.trim() ?? ""].map(readOldPath);
  const short = id === "" ? [] : [`/?p=${id}`, ...(type === "page" ? [`/?page_id=${id}`] : [])];
  return [...new Set([...paths, ...short])].filter((path) => path !== null);
}
