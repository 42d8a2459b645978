import { renderMarkdown } from "../../markdown/render-markdown.ts";
import type { Messages } from "../../messages/site/en.ts";
import { isPicture, pathOfContent, pathOfPost, type SitePost, timeOfPost } from "../post.ts";
import { baseOf, type OwnedView } from "../view.ts";
import { writeAtom } from "./atom.ts";
import { type Feed, type FeedEntry, type FeedFormat, feedFormats } from "./feed.ts";
import { writeJsonFeed } from "./json-feed.ts";
import { writeRss } from "./rss.ts";
import { escapeXml, xmlText } from "./xml.ts";

export interface FeedPage {
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** The path of the page that the feed is about; empty for everything. */
  readonly path: string;
  /** A tag without its sign, or null for everything. */
  readonly tag: string | null;
  /** The hashtags of posts, by their ids; a post without any may be left out. */
  readonly tags: Readonly<Record<number, readonly string[]>>;
  /** Milliseconds of the Unix epoch: when the owner's profile became what it is. */
  readonly ownerSince: number;
}

const writers: Readonly<Record<FeedFormat, (feed: Feed) => string>> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
};

/** A feed with whole posts, in one of three formats. */
export function renderFeed(
  view: OwnedView,
  { posts, path, tag, tags, ownerSince }: FeedPage,
  format: FeedFormat,
): string {
  const { owner, messages } = view;
  const base = baseOf(owner);
  const file = feedFormats.find(({ name }) => name === format)?.file;
  return writers[format]({
    title: tag === null ? owner.title : `${owner.title} · ${messages.lists.tagged(tag)}`,
    description: owner.description || owner.title,
    link: `${base}${path || "/"}`,
    self: `${base}${path}/${file}`,
    language: messages.language,
    updatedAt: posts.length === 0 ? ownerSince : Math.max(...posts.map(timeOfPost)),
    author: { name: owner.title, url: `${base}/`, picture: owner.hasAvatar ? `${base}/ewp/avatar` : null },
    entries: posts.map((post) => ({ ...entryOf(post, base, messages), tags: tags[post.id] ?? [] })),
  });
}

function entryOf(post: SitePost, base: string, messages: Messages): Omit<FeedEntry, "tags"> {
  const text = post.markdown === null ? null : renderMarkdown(post.markdown, { name: String(post.id) });
  const link = `${base}${pathOfPost(post)}`;
  const url = `${base}${pathOfContent(post)}`;
  const said = text?.title || text?.summary || post.caption || post.filename || "";
  return {
    // The content's hash and the second that is signed stay what they are when an address changes.
    id: `urn:sha256:${post.contentHash.slice(2)}:${post.proof?.timestamp ?? post.id}`,
    link,
    title: xmlText(said).slice(0, 200).toWellFormed().trim() || messages.lists.untitled,
    summary: xmlText(text?.summary ?? post.caption ?? ""),
    html: text ? xmlText(absolute(text.html, link)) : contentOf(post, { link, url }, messages),
    at: timeOfPost(post),
    file:
      post.kind === "FILE" ? { url, mediaType: post.mediaType, size: post.size, name: post.filename } : null,
  };
}

/** What stands for a file, and for a text that is too long. */
function contentOf(post: SitePost, { link, url }: { link: string; url: string }, messages: Messages): string {
  const caption = post.caption ?? "";
  const name = post.kind === "FILE" ? post.filename || messages.post.file : messages.home.longText;
  const itself = isPicture(post)
    ? `<img src="${escapeXml(url)}" alt="${escapeXml(caption)}">`
    : `<a href="${escapeXml(post.kind === "FILE" ? url : link)}">${escapeXml(name)}</a>`;
  return `<p>${itself}</p>${caption && `<p>${escapeXml(caption)}</p>`}`;
}

/**
 * A feed is read elsewhere: what leads somewhere from a post's page gets its whole address. In sanitised HTML an angle
 * bracket or a quotation mark of a text is escaped, so words that look like a link stay as they are.
 */
function absolute(html: string, link: string): string {
  return html.replace(/<(?:a|img) [^<>]*>/g, (tag) =>
    tag.replace(/ (href|src)="([^"]*)"/, (_, name, address) => ` ${name}="${wholeAddress(address, link)}"`),
  );
}

function wholeAddress(escaped: string, link: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(escaped)) return escaped;
  const address = escaped
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  return escapeXml(URL.parse(address, link)?.href ?? link);
}
