import { AuthorCounts, cleanAuthor } from "../authors.ts";
import type { UnweighedPost } from "../balance/weighed-posts.ts";
import { decodeWithEncoding, noteEncoding } from "../encoding.ts";
import { invalidImport } from "../errors.ts";
import { parseFeed } from "../feeds/parse-feed.ts";
import type { ParsedEntry } from "../feeds/parsed-feed.ts";
import { encodeAddress } from "../html/clean-html.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { nameOf } from "../html/pictures-of-text.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ImportAuthor, ImportRefusal, ImportSource } from "../source.ts";
import { publicBecause } from "../visibility.ts";
import { findByBeginning, type OpenedExport } from "./opened-export.ts";
import { readLanguage, readOldPath, readPlainText } from "./read-text.ts";
import { refusalOf, sourceOf, withNotesOfFile } from "./source-of.ts";

/**
 * Opens a saved feed: RSS, Atom or JSON Feed, as the timeline reads them. Its entries are public posts.
 *
 * @throws ImportError IMPORT_INVALID for a feed that is too large, damaged or empty; for one that is cut off, after its entries
 */
export async function openFeed(opened: OpenedExport): Promise<ImportSource | null> {
  if (!opened.isSingleFile) return null;
  const [file] = await findByBeginning(opened, /./, (bytes) =>
    /<(?:\w+:)?(?:rss|feed|RDF)\b|jsonfeed\.org\/version/.test(bytes.toString("latin1").replaceAll("\0", "")),
  );
  if (!file) return null;
  if (file.size > limits.feedBytes)
    throw invalidImport(`The feed is larger than the limit of ${limits.feedBytes} bytes.`);
  const bytes = Buffer.concat(await Array.fromAsync(await file.open()));
  const { text, encoding } = decodeWithEncoding(bytes);
  refuseExports(text);
  const feed = parseFeed(bytes, { url: "https://feed.invalid/", mostEntries: limits.indexedPosts });
  if (feed === null) throw invalidImport("The feed is cut off or damaged.");
  if (feed.entries.length === 0) throw invalidImport("The feed has no entries.");
  const language = readLanguage(feed.language);
  async function* read(entries: readonly ParsedEntry[]): AsyncGenerator<UnweighedPost | ImportRefusal> {
    // A feed begins with its newest entry.
    for (const entry of entries.toReversed()) yield await toPost(entry, { language, site });
    if (hasMore) throw invalidImport(`The feed has more than ${limits.indexedPosts} entries. Split it.`);
    if (isCutOff) throw invalidImport("The feed is cut off. Its entries before that are imported.");
  }
  const { entries, siteUrl: site, hasMore } = feed;
  const isCutOff = feed.format !== "json" && !endsWithRoot(bytes);
  return sourceOf(opened, {
    format: "feed",
    count: entries.length,
    site,
    authors: () => countAuthors(entries),
    read: () => withNotesOfFile(read(entries), noteEncoding(file.name, encoding)),
  });
}

function countAuthors(entries: readonly ParsedEntry[]): readonly ImportAuthor[] {
  const counts = new AuthorCounts();
  for (const entry of entries) counts.add(authorsOf(entry));
  return counts.list();
}

/** The parser joins the names of an entry. */
const authorsOf = ({ author }: ParsedEntry): readonly string[] => author?.split(", ").map(cleanAuthor) ?? [];

/** Marks of the backups of other programs, which hold more than public posts. */
const marksOfExports =
  /wordpress\.org\/export\/|<wp:|schemas\.google\.com\/blogger\/(?:\d+\/kind#|2018)|<blogger:(?:type|status)\b|<(?!media:)(?:[\w.-]+:)?(?:draft|post_password|post_status|status|visibility|privacy|security|password)[\s>]/;
/** The same in JSON; a text has a backslash before its quotes. */
const marksInJson =
  /[{,]\s*"_?(?:is_?)?(?:draft|private|password|post_status|status|visibility|privacy|published)"\s*:/i;

/** @throws ImportError IMPORT_INVALID for the backup of a program, of which not everything is public */
function refuseExports(text: string): void {
  const marks = text.trimStart().startsWith("{") ? marksInJson : marksOfExports;
  // The parser of feeds removes these characters, too.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  if (marks.test(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")))
    throw invalidImport(
      "This is a backup of another program that can't be read as one. It is not read as a feed, because a backup also holds drafts and private posts.",
    );
}

async function toPost(
  entry: ParsedEntry,
  { language, site }: { language: string | null; site: string | null },
): Promise<UnweighedPost | ImportRefusal> {
  const { id: key, title, url } = entry;
  try {
    const base = isOfFeed(entry.baseUrl) ? url : entry.baseUrl;
    const { markdown, files, notes } = await htmlToMarkdown(entry.html ?? "", { base });
    const enclosures = entry.files
      .filter((file) => !isOfFeed(file.url) && !files.some(({ address }) => address === file.url))
      .map((file) => ({
        address: file.url.replace(/^http:/, "https:"),
        name: nameOf(file.url),
        description: null,
        open: null,
        mediaType: file.mediaType,
      }));
    // The picture above a text that has none.
    const address = entry.picture?.replace(/^http:/, "https:") ?? null;
    const isBeside = enclosures.some((file) => file.address === address);
    const isCover = address !== null && !isBeside && !isOfFeed(address) && !/<img\b/i.test(entry.html ?? "");
    const cover = isCover ? { address, name: nameOf(address), description: null, open: null } : null;
    const links = enclosures.map(
      ({ address, name, mediaType }) =>
        `${mediaType?.startsWith("image/") ? "!" : ""}[${name.replace(/[[\]\\]/g, "")}](${address})`,
    );
    // An entry may lead to a page of somebody else, or of a service that stays.
    const page = url === null || isOfFeed(url) ? null : url;
    const isOld =
      page !== null &&
      !isOfService(page) &&
      (site === null || isOfFeed(site) || hostOf(page) === hostOf(site));
    const oldPath = isOld ? readOldPath(page) : null;
    if (page !== null && !isOld && !markdown.includes(page))
      links.push(`[${hostOf(page)}](${encodeAddress(page)})`);
    return {
      key,
      title,
      markdown: [markdown, ...links].filter((part) => part !== "").join("\n\n"),
      slug: null,
      writtenAt: entry.publishedAt === null ? null : entry.publishedAt * 1_000,
      visibility: publicBecause("feed"),
      isPage: false,
      tags: entry.tags,
      authors: authorsOf(entry),
      language,
      excerpt: entry.summaryHtml === null ? null : readPlainText(entry.summaryHtml) || null,
      cover: cover?.address ?? null,
      oldPaths: oldPath === null ? [] : [oldPath],
      files: [
        ...files,
        ...enclosures.map(({ mediaType: _type, ...file }) => file),
        ...(cover ? [cover] : []),
      ],
      notes,
      visible: [{ kind: "html", text: entry.html ?? "" }],
    };
  } catch (error) {
    return refusalOf(key, title, error);
  }
}

/** The parser accepts incomplete XML, so only the end of the text shows whether it is complete. */
const endsWithRoot = (bytes: Buffer) =>
  /<\/(?:\w+:)?(?:rss|feed|RDF|channel)\s*>/.test(
    bytes.subarray(-10_000).toString("latin1").replaceAll("\0", ""),
  );

/** Whether an address was relative to the feed, whose own address a saved file doesn't say. */
const isOfFeed = (address: string) => address.startsWith("https://feed.invalid/");

/** Whether an address is of a service for films and pictures, which its authors can't move to a site of their own. */
const isOfService = (address: string) =>
  /(?:^|\.)(?:youtube|vimeo|dailymotion|flickr|soundcloud)\.com$/.test(hostOf(address) ?? "");

const hostOf = (address: string) => URL.parse(address)?.host.replace(/^www\./, "");
