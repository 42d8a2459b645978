import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { addressesOf } from "../../markdown/text/text-parts.ts";
import type { Messages } from "../../messages/site/en.ts";
import { languageOfPost } from "../components/post-head.ts";
import { escapeHtml, html } from "../html.ts";
import { isPicture, pathOfContent, pathOfPost, type SitePost } from "../post.ts";
import { addressesOfSite, baseOf, type OwnedView } from "../view.ts";

export interface FeedPage {
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** The path of the feed's page; empty for all posts. */
  readonly path: string;
  /** A tag without its sign, or null for all posts. */
  readonly tag: string | null;
  /** The hashtags of posts, by their ids; a post without any may be left out. */
  readonly tags: Readonly<Record<number, readonly string[]>>;
  /** When the owner's profile last changed, in milliseconds of the Unix epoch. */
  readonly ownerSince: number;
}

/** The input of every format. All URLs are absolute, all times are milliseconds of the Unix epoch. */
export type Feed = ReturnType<typeof buildFeed>;

/** A feed with whole posts. @param file the name of the feed's file */
export function buildFeed(
  { owner, messages, assets }: OwnedView,
  { posts, path, tag, tags, ownerSince }: FeedPage,
  file: string,
) {
  const base = baseOf(owner);
  return {
    title: tag === null ? owner.title : `${owner.title} · ${messages.lists.tagged(tag)}`,
    description: owner.description || owner.title,
    link: `${base}${path || "/"}`,
    self: `${base}${path}/${file}`,
    hub: `${base}/websub`,
    language: messages.language,
    stylesheet: assets.stylesheet,
    words: { is: messages.lists.feedIs, address: messages.lists.feedAddress },
    updatedAt: posts.length === 0 ? ownerSince : Math.max(...posts.map(({ modifiedAt }) => modifiedAt)),
    author: { name: owner.title, url: `${base}/`, picture: owner.avatar && `${base}${owner.avatar.large}` },
    entries: posts.map((post) => ({
      ...entryOf(post, base, { owner, messages }),
      tags: tags[post.id] ?? [],
    })),
  };
}

function entryOf(post: SitePost, base: string, view: Pick<OwnedView, "owner" | "messages">) {
  const { messages } = view;
  const language = languageOfPost(post, view);
  const text =
    post.markdown === null
      ? null
      : renderMarkdown(post.markdown, {
          name: String(post.id),
          ...addressesOfSite(view.owner),
          parts: addressesOf(post.parts),
          page: "this",
          language,
          // Readers show the title of the entry above it.
          omitTitle: true,
          formulasAsText: true,
        });
  const link = `${base}${pathOfPost(post)}`;
  const url = `${base}${pathOfContent(post)}`;
  const title = text?.title || text?.summary || post.caption || post.filename || "";
  return {
    // The same after each edit, signature and correction, and when the node's URL changes.
    id: post.feedId,
    link,
    // That of the feed says nothing of a text in another one: readers hyphenate and read aloud by it.
    language: language === messages.language ? null : language,
    title: xmlText(title).slice(0, 200).toWellFormed().trim() || messages.lists.untitled,
    // Plain text, as the title.
    summary: xmlText(post.excerpt ?? text?.summary ?? post.caption ?? ""),
    content: xmlText(text ? absolute(text.html, link) : contentOf(post, { link, url }, messages)),
    publishedAt: post.publishedAt,
    modifiedAt: post.modifiedAt,
    file:
      post.kind === "FILE" ? { url, mediaType: post.mediaType, size: post.size, name: post.filename } : null,
  };
}

/** Removes the characters that XML 1.0 does not allow. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}

/** The content of a file or of a text that is too long. */
function contentOf(post: SitePost, { link, url }: { link: string; url: string }, messages: Messages): string {
  const { kind, caption, filename } = post;
  const [href, name] =
    kind === "FILE" ? [url, filename || messages.post.file] : [link, messages.home.longText];
  const itself = isPicture(post)
    ? html`<img src="${url}" alt="${caption}">`
    : html`<a href="${href}">${name}</a>`;
  return String(html`<p>${itself}</p>${caption && html`<p>${caption}</p>`}`);
}

/**
 * Makes the links and images of a post absolute, since a feed is read elsewhere. Sanitised HTML escapes brackets and
 * quotation marks in text, so only real tags match.
 */
function absolute(markup: string, link: string): string {
  return markup.replace(/<(?:a|img) [^<>]*>/g, (tag) =>
    tag.replace(/ (href|src)="([^"]*)"/, (_, name, address) => ` ${name}="${wholeAddress(address, link)}"`),
  );
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

function wholeAddress(escaped: string, link: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(escaped)) return escaped;
  const address = escaped.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? "");
  return escapeHtml(URL.parse(address, link)?.href ?? link);
}
