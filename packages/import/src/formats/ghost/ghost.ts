import { decodeUriIfValid, escapeHtml } from "@freehold/protocol/internal";
import { AuthorCounts, cleanAuthor } from "../../authors.ts";
import type { SourceText } from "../../balance/source-text.ts";
import type { UnweighedPost } from "../../balance/weighed-posts.ts";
import { invalidImport } from "../../errors.ts";
import { htmlToMarkdown } from "../../html/html-to-markdown.ts";
import { fullSize, nameOf } from "../../html/pictures-of-text.ts";
import { importFormatLimits as limits } from "../../limits.ts";
import type { ArchiveEntry, ImportAuthor, ImportedFile, ImportRefusal, ImportSource } from "../../source.ts";
import { draftBecause, publicBecause, type Visibility } from "../../visibility.ts";
import { type JsonRow, readJsonRows } from "../json-rows.ts";
import { findByBeginning, type OpenedExport } from "../opened-export.ts";
import { readDate, readLanguage, readPlainText, textOr } from "../read-text.ts";
import { refusalOf, sourceOf } from "../source-of.ts";
import { lexicalToHtml } from "./lexical.ts";
import { mobiledocToHtml } from "./mobiledoc.ts";
import { withoutIcons } from "./rendered-html.ts";

type Row = JsonRow["value"];

/** The facts about a site from its first reading. */
interface Site {
  readonly tags: Map<string, string>;
  /** The ids of tags of each post, with their order. */
  readonly tagsOfPost: Map<string, { readonly tag: string; readonly order: number }[]>;
  readonly descriptions: Map<string, string>;
  /** The names of people by their ids. */
  readonly people: Map<string, string>;
  /** The ids of people of each post; of older versions a post names one itself. */
  readonly authorsOfPost: Map<string, string[]>;
  readonly pictures: ReadonlyMap<string, ArchiveEntry>;
  language: string | null;
  /** A password was needed for the whole site. */
  isPrivate: boolean;
  /** The ids of posts that were sent by mail only. */
  readonly mailed: Set<string>;
  count: number;
}

/**
 * Opens Ghost's JSON export (Settings > Import/Export; its form is on ghost.org/docs/migration/custom), with the folder
 * `content/images` where it is in the same archive. Members, staff and settings stay behind; of a site with a password for all
 * of it, every post is a draft.
 */
export async function openGhost(opened: OpenedExport): Promise<ImportSource | null> {
  const files = await findByBeginning(opened, /\.json$/i, isGhost);
  if (files.length === 0) return null;
  const site: Site = {
    tags: new Map(),
    tagsOfPost: new Map(),
    descriptions: new Map(),
    people: new Map(),
    authorsOfPost: new Map(),
    language: null,
    count: 0,
    isPrivate: false,
    mailed: new Set(),
    pictures: opened.isSingleFile ? new Map() : findContent(opened.entries.values()),
  };
  for (const file of files) {
    for await (const row of readJsonRows(await file.open(), (path) => tables.test(path))) index(row, site);
  }
  if (site.count === 0) return null;
  return sourceOf(opened, {
    format: "ghost",
    count: site.count,
    authors: () => countAuthors(site),
    read: () => readPosts(files, site),
  });
}

function countAuthors({ people, authorsOfPost }: Site): readonly ImportAuthor[] {
  const counts = new AuthorCounts();
  for (const ids of authorsOfPost.values()) counts.add(ids.map((id) => people.get(id) ?? ""));
  return counts.list();
}

const isGhost = (beginning: Buffer) => {
  const text = beginning.toString("utf8").trimStart();
  return (
    text.startsWith("{") &&
    /"db"\s*:\s*\[|"exported_on"|"data"\s*:\s*\{\s*"(?:posts|tags|users|meta|benefits|custom_theme_settings)"/.test(
      text,
    )
  );
};

const tables = /(?:^|\/)data\/(?:posts|tags|posts_tags|posts_authors|posts_meta|users|settings)$/;

function index({ path, value }: JsonRow, site: Site): void {
  const table = path.slice(path.lastIndexOf("/") + 1);
  if (table === "posts") {
    site.count += 1;
    if (value.author_id !== undefined) addAuthor(site, { post: value.id, author: value.author_id });
  } else if (table === "users") site.people.set(idOf(value.id), textOr(value.name));
  else if (table === "posts_authors") addAuthor(site, { post: value.post_id, author: value.author_id });
  else if (table === "tags") site.tags.set(idOf(value.id), textOr(value.name));
  else if (table === "posts_tags") {
    const tag = { tag: idOf(value.tag_id), order: Number(value.sort_order) || 0 };
    const post = idOf(value.post_id);
    site.tagsOfPost.set(post, [...(site.tagsOfPost.get(post) ?? []), tag].slice(0, 200));
  } else if (table === "posts_meta") {
    if (value.feature_image_alt) site.descriptions.set(idOf(value.post_id), textOr(value.feature_image_alt));
    if (isTrue(value.email_only)) site.mailed.add(idOf(value.post_id));
  } else if (/^is_?private$/i.test(textOr(value.key))) site.isPrivate ||= isTrue(value.value);
  else if (/^(?:locale|lang|default_locale)$/.test(textOr(value.key)))
    site.language = readLanguage(value.value);
  const { tags, tagsOfPost, descriptions, mailed, people, authorsOfPost } = site;
  const indexes = [tags, tagsOfPost, descriptions, mailed, people, authorsOfPost];
  if (indexes.some(({ size }) => size > limits.indexedPosts))
    throw invalidImport("It holds too many tags. Import it in parts.");
}

const authorsOfOne = 50; // people who wrote a post together

function addAuthor({ authorsOfPost }: Site, row: { readonly post: unknown; readonly author: unknown }): void {
  const [post, author] = [idOf(row.post), idOf(row.author)];
  const known = authorsOfPost.get(post) ?? [];
  if (author === "" || known.includes(author) || known.length >= authorsOfOne) return;
  authorsOfPost.set(post, [...known, author]);
}

/** Tables store `true` as a number, settings as a text. */
const isTrue = (value: unknown) => value === true || value === 1 || value === "true" || value === "1";

/** Exports of old versions have numbers for ids. */
const idOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The pictures and files of an archive by their path from `content/` on. */
function findContent(entries: Iterable<ArchiveEntry>): ReadonlyMap<string, ArchiveEntry> {
  const found = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    const [path] = /(?:^|(?<=\/))(?:content\/)?(?:images|media|files)\/.+/s.exec(entry.name) ?? [];
    if (path) found.set(path.replace(/^content\//, ""), entry);
  }
  return found;
}

async function* readPosts(
  files: readonly ArchiveEntry[],
  site: Site,
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  for (const file of files) {
    for await (const { value } of readJsonRows(await file.open(), (path) =>
      /(?:^|\/)data\/posts$/.test(path),
    ))
      yield await toPost(value, site);
  }
}

const placeholder = /__GHOST_URL__|%7B%7BGHOST_URL%7D%7D/g;
/** Stands for the old site, whose address an export does not name. */
const base = "https://ghost.invalid/";

async function toPost(row: Row, site: Site): Promise<UnweighedPost | ImportRefusal> {
  const key = idOf(row.uuid) || idOf(row.id) || textOr(row.slug);
  const title = readPlainText(textOr(row.title));
  const notes = new Set<string>();
  try {
    const html = (withoutIcons(textOr(row.html)) || unrendered(row)).replace(placeholder, "");
    const fileAt = (address: string) => findFile(address, site);
    const body = await htmlToMarkdown(html, { base, fileAt });
    const cover = textOr(row.feature_image).replace(placeholder, "");
    const coverFile = cover === "" ? null : coverOf(cover, site);
    const files = new Map(body.files.map((file) => [file.address, ownPath(file)]));
    if (coverFile && !files.has(coverFile.address)) {
      const description = site.descriptions.get(idOf(row.id)) ?? (textOr(row.feature_image_alt) || null);
      files.set(coverFile.address, { ...coverFile, name: nameOf(coverFile.address), description });
    }
    const slug = textOr(row.slug);
    return {
      key,
      title: title === "(Untitled)" ? "" : title,
      slug: slug === "" ? null : slug,
      markdown: body.markdown
        .replace(
          /<https:\/\/ghost\.invalid(\/[^<>]*)>/g,
          (_all, path: string) => `[${nameOf(path)}](${path})`,
        )
        .replaceAll(base, "/"),
      writtenAt: readDate(row.published_at) ?? readDate(row.created_at),
      visibility: visibilityOf(row, site, notes),
      isPage: row.type === "page" || row.page === 1 || row.page === true,
      tags: tagsOf(row, site),
      authors: (site.authorsOfPost.get(idOf(row.id)) ?? [])
        .map((id) => cleanAuthor(site.people.get(id) ?? ""))
        .filter((name) => name !== ""),
      language: readLanguage(row.locale) ?? site.language,
      excerpt: readPlainText(textOr(row.custom_excerpt)) || null,
      cover: coverFile?.address ?? null,
      oldPaths: slug === "" ? [] : [`/${encodeURI(slug)}/`],
      files: [...files.values()],
      notes: [...body.notes, ...notes],
      visible: [visibleOf(row)],
    };
  } catch (error) {
    return refusalOf(key, title, error);
  }
}

function ownPath(file: ImportedFile): ImportedFile {
  return file.address.startsWith(base) ? { ...file, address: `/${file.address.slice(base.length)}` } : file;
}

/** The text as its visitors saw it, or as the editor saved it. */
function visibleOf(row: Row): SourceText {
  if (textOr(row.html) !== "") return { kind: "html", text: withoutIcons(textOr(row.html)) };
  const blocks = textOr(row.lexical) || textOr(row.mobiledoc);
  return blocks === "" ? { kind: "plain", text: textOr(row.plaintext) } : { kind: "blocks", text: blocks };
}

/** A post whose HTML is not in the export: what its editor saved. */
function unrendered(row: Row): string {
  if (row.lexical) return lexicalToHtml(textOr(row.lexical));
  if (row.mobiledoc) return mobiledocToHtml(textOr(row.mobiledoc));
  return textOr(row.plaintext)
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join("");
}

/** A part that visitors who are no members don't see: in HTML, and in what its editor saved. */
const gatedPart = /<!--\s*kg-gated-block:begin\s(?![^>]*\bnonMember:true)|<!--\s*members-only\s*-->/i;
const gatedCard =
  /"nonMember"\s*:\s*false(?!\s*,\s*"memberSegment"\s*:\s*"")|"type"\s*:\s*"paywall"|\[\s*"paywall"/;

/** Only a published post that everybody could read is public here. */
function visibilityOf(row: Row, { isPrivate, mailed }: Site, notes: Set<string>): Visibility {
  const status = textOr(row.status);
  const visibility = textOr(row.visibility) || "public";
  if (status === "scheduled") {
    notes.add(`It was to be published at ${textOr(row.published_at)}; it is a draft here.`);
    return draftBecause("scheduled");
  }
  const isMailed = mailed.has(idOf(row.id)) || isTrue(row.email_only);
  if (status === "sent" || (status === "published" && isMailed)) {
    notes.add("It was sent by email only, so it is a draft here.");
    return draftBecause("private");
  }
  if (status !== "published") return draftBecause("draft");
  if (visibility !== "public") {
    notes.add("It was for members there, so it is a draft here.");
    return draftBecause("private");
  }
  const saved = [textOr(row.lexical), textOr(row.mobiledoc)];
  if (gatedPart.test(textOr(row.html)) || saved.some((text) => gatedCard.test(text))) {
    notes.add("A part of it was for members there, so it is a draft here.");
    return draftBecause("private");
  }
  if (/noindex/i.test(textOr(row.codeinjection_head))) return draftBecause("unlisted");
  // Its own types; others are of programs that write its form.
  if (!/^(?:post|page)?$/.test(textOr(row.type))) return draftBecause("unsaid");
  return isPrivate ? draftBecause("site") : publicBecause("published");
}

/** Tags in their order, without internal ones, whose names begin with `#`. */
function tagsOf(row: Row, site: Site): readonly string[] {
  return [...(site.tagsOfPost.get(idOf(row.id)) ?? [])]
    .sort((one, other) => one.order - other.order)
    .map(({ tag }) => site.tags.get(tag) ?? "")
    .filter((name) => name !== "" && !name.startsWith("#"));
}

function coverOf(address: string, site: Site): Pick<ImportedFile, "address" | "open"> {
  const url = URL.parse(address, base)?.href ?? address;
  const found = findFile(url, site) ?? { address: url.replace(/^http:/, "https:"), open: null };
  return found.address.startsWith(base)
    ? { ...found, address: `/${found.address.slice(base.length)}` }
    : found;
}

function findFile(address: string, { pictures }: Site): Pick<ImportedFile, "address" | "open"> | null {
  const [, path] = /\/content\/((?:images|media|files)\/.+)/s.exec(fullSize(address)) ?? [];
  if (path === undefined) return null;
  const entry =
    pictures.get(decodeUriIfValid(path)) ?? pictures.get(decodeUriIfValid(path.replace(/_o(?=\.\w+$)/, "")));
  if (entry) return { address, open: () => entry.open() };
  // The old site has it; its address is not in an export.
  return address.startsWith(base) ? { address, open: null } : null;
}
