import { AuthorCounts, cleanAuthor } from "../../authors.ts";
import type { UnweighedPost } from "../../balance/weighed-posts.ts";
import { CommentList, readComments } from "../../comments.ts";
import { invalidImport } from "../../errors.ts";
import { decodeFeed } from "../../feeds/feed-bytes.ts";
import { readXml } from "../../feeds/xml-elements.ts";
import { htmlToMarkdown } from "../../html/html-to-markdown.ts";
import { importFormatLimits as limits } from "../../limits.ts";
import type { ArchiveEntry, ImportAuthor, ImportRefusal, ImportSource } from "../../source.ts";
import { draftBecause, type LeftOutReason, publicBecause, type Visibility } from "../../visibility.ts";
import { findByBeginning, type OpenedExport } from "../opened-export.ts";
import { readDate, readOldPath, readPlainText } from "../read-text.ts";
import { refusalOf, sourceOf } from "../source-of.ts";
import { type BackupEntry, isReadableByAll, readEntry } from "./read-entry.ts";

/** The posts, pages and comments of a backup, and how many other entries it has. */
interface Backup {
  readonly entries: BackupEntry[];
  /** Approved comments by the ids of their posts. */
  readonly comments: Map<string, CommentList>;
  readonly leftOut: Map<LeftOutReason, number>;
  /** Not everybody could read the blog. */
  isClosed: boolean;
}

/**
 * Opens a backup of Blogger, also in a zip of Takeout (`Blogger/Blogs/NAME/feed.atom`). It is Atom whose entries are of several
 * kinds: posts and pages with their drafts come in, with their approved comments; settings and templates are left out. Other Atom
 * whose entries may be drafts (RFC 5023, 13.1.1) is read in the same way.
 *
 * @throws ImportError IMPORT_INVALID for a backup that is too large or cut off
 */
export async function openBlogger(opened: OpenedExport): Promise<ImportSource | null> {
  const files = await findByBeginning(opened, /\.(?:atom|xml)$/i, isAtom, 6);
  const backup: Backup = { entries: [], comments: new Map(), leftOut: new Map(), isClosed: false };
  let isBackup = false;
  for (const file of files) isBackup = (await readBackup(file, backup)) || isBackup;
  if (!isBackup) return null;
  const count = backup.entries.length;
  return sourceOf(opened, {
    format: "blogger",
    count,
    authors: () => countAuthors(backup),
    read: () => readPosts(backup),
  });
}

function countAuthors({ entries }: Backup): readonly ImportAuthor[] {
  const counts = new AuthorCounts();
  for (const { author, isTrashed } of entries) if (!isTrashed) counts.add([author]);
  return counts.list();
}

const isAtom = (beginning: Buffer) =>
  /<(?:\w+:)?feed\b/.test(beginning.toString("latin1").replaceAll("\0", ""));

/** Marks that are in no public feed of a blog. */
const marks =
  /schemas\.google\.com\/blogger\/(?:\d+\/kind#|2018)|<(?:[\w.-]+:)?draft[\s>]|<blogger:(?:type|status)\b|blog-\d+\.archive</;

/** @returns whether the file is a backup */
async function readBackup(file: ArchiveEntry, backup: Backup): Promise<boolean> {
  if (file.size > limits.feedBytes)
    throw invalidImport(`The feed is larger than the limit of ${limits.feedBytes} bytes.`);
  const text = decodeFeed(Buffer.concat(await Array.fromAsync(await file.open())), null);
  if (!marks.test(text)) return false;
  const root = readXml(text, (element) => {
    if (element.name !== "atom:entry") return false;
    const entry = readEntry(element);
    if (entry.kind === "post" || entry.kind === "page") backup.entries.push(entry);
    else if (isApproved(entry)) addComment(backup, entry);
    else {
      const because = entry.kind === "comment" ? "unapproved" : "settings";
      backup.leftOut.set(because, (backup.leftOut.get(because) ?? 0) + 1);
      if (!isReadableByAll(entry)) backup.isClosed = true;
    }
    return true;
  });
  if (root === null || !/<\/(?:\w+:)?feed\s*>\s*$/.test(text.slice(-10_000)))
    throw invalidImport("The file is cut off or not XML.");
  return true;
}

/** A backup of the older form has no others than those that readers saw, and names its drafts. */
function isApproved({ kind, form, status, draft, isTrashed, isEmptied }: BackupEntry): boolean {
  if (kind !== "comment" || isTrashed || isEmptied || !/^(?:no)?$/.test(draft)) return false;
  return form === "takeout" ? status === "LIVE" : form === "backup" && status === "";
}

function addComment({ comments }: Backup, entry: BackupEntry): void {
  const { post, author, authorUrl: url, published: date, html } = entry;
  const id = entry.id || `${date} ${author}`;
  const list = comments.get(post) ?? new CommentList();
  comments.set(post, list);
  // The older form names the answered comment by an address. Ids of a blog differ in the number at their end.
  const number = entry.parent.slice(
    Math.max(entry.parent.lastIndexOf("-"), entry.parent.lastIndexOf("/")) + 1,
  );
  const parent = number === "" ? "" : `${id.slice(0, id.lastIndexOf("-") + 1)}${number}`;
  list.add({ id, parent, author, url, date, html });
}

async function* readPosts(backup: Backup): AsyncGenerator<UnweighedPost | ImportRefusal> {
  const { entries, comments, leftOut } = backup;
  // A backup begins with its newest entry.
  for (const entry of entries.toReversed()) yield await toPost(entry, backup);
  const posts = new Set(entries.filter(({ isTrashed }) => !isTrashed).map(({ id }) => id));
  const orphans = [...comments]
    .filter(([post]) => !posts.has(post))
    .reduce((sum, [, { comments: all, surplus }]) => sum + all.length + surplus, 0);
  const unapproved = leftOut.get("unapproved") ?? 0;
  const settings = leftOut.get("settings") ?? 0;
  if (unapproved > 0)
    yield {
      key: "comments",
      why: `Comments not imported because they were not approved or were deleted: ${unapproved}.`,
      leftOut: { because: "unapproved", count: unapproved },
    };
  if (orphans > 0)
    yield {
      key: "comments without a post",
      why: `Comments not imported because their post is not imported: ${orphans}.`,
      leftOut: { because: "orphans", count: orphans },
    };
  if (settings > 0)
    yield {
      key: "settings",
      why: `${settings} settings and templates were left out.`,
      leftOut: { because: "settings", count: settings },
    };
}

async function toPost(
  entry: BackupEntry,
  { comments, isClosed }: Backup,
): Promise<UnweighedPost | ImportRefusal> {
  const title = readPlainText(entry.title);
  const key = entry.id || entry.link || title;
  if (entry.isTrashed)
    return { key, title, why: "It was in the trash.", leftOut: { because: "trash", count: 1 } };
  try {
    const base = entry.link.startsWith("http") ? entry.link : null;
    const beside = entry.enclosures
      .filter((address) => !entry.html.includes(address))
      .map((address) => `\n\n<audio src="${address}"></audio>`);
    const { markdown, files, notes } = await htmlToMarkdown(entry.html + beside.join(""), { base });
    const list = comments.get(entry.id) ?? new CommentList();
    const said = await readComments(list, { keyOf: (id) => id, base });
    const paths = [entry.link, entry.filename].flatMap((one) => (one === "" ? [] : [readOldPath(one)]));
    const oldPaths = [...new Set(paths)].filter((path) => path !== null);
    const name = oldPaths[0]?.split("/").at(-1);
    return {
      key,
      title,
      markdown,
      slug: name ?? null,
      writtenAt: readDate(entry.published),
      visibility: visibilityOf(entry, isClosed),
      isPage: entry.kind === "page",
      tags: entry.tags,
      authors: entry.author === "" ? [] : [cleanAuthor(entry.author)],
      language: null,
      excerpt: readPlainText(entry.excerpt) || null,
      cover: null,
      oldPaths,
      files,
      comments: said.comments,
      notes: [...notes, ...said.notes],
      visible: [{ kind: "html", text: entry.html }],
    };
  } catch (error) {
    return refusalOf(key, title, error);
  }
}

/** A backup of the older form names its drafts alone; one of Takeout names the state of each entry. */
function visibilityOf({ status, draft, form }: BackupEntry, isClosed: boolean): Visibility {
  if (draft !== "" && draft !== "no") return draftBecause("draft");
  if (/^(?:SCHEDULED|FUTURE)/.test(status)) return draftBecause("scheduled");
  if (status !== "" && status !== "LIVE") return draftBecause("draft");
  if (isClosed) return draftBecause("site");
  return status === "LIVE" || form === "backup" ? publicBecause("published") : draftBecause("unsaid");
}
