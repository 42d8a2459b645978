import { Feed } from "feed";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import { type FeedFormat, feedFormats } from "./feed-links.ts";
import { timeOfPost } from "./post-date.ts";
import { pathOfContent, pathOfPost, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";
import { xmlText } from "./xml-text.ts";

export interface FeedPage {
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** The path of the page that the feed is about; empty for everything. */
  readonly path: string;
  /** A tag without its sign, or null for everything. */
  readonly tag: string | null;
}

/** A feed with whole posts, in one of three formats. */
export function renderFeed(view: OwnedView, { posts, path, tag }: FeedPage, format: FeedFormat): string {
  const { owner, words } = view;
  const base = owner.url.replace(/\/$/, "");
  const at = (file: string) => `${base}${path}/${file}`;
  const author = { name: owner.title, link: base };
  const feed = new Feed({
    id: `${base}${path || "/"}`,
    link: `${base}${path || "/"}`,
    title: tag === null ? owner.title : `${owner.title} · ${words.lists.tagged(tag)}`,
    description: owner.description ?? owner.title,
    language: words.language,
    copyright: "",
    generator: "Freehold",
    updated: new Date(Math.max(0, ...posts.map(timeOfPost))),
    feedLinks: Object.fromEntries(feedFormats.map(({ name, file }) => [name, at(file)])),
    author,
    ...(owner.hasAvatar && { image: `${base}/ewp/avatar` }),
  });
  for (const post of posts) feed.addItem({ ...itemOf(post, base, words.lists.untitled), author: [author] });
  return { rss: () => feed.rss2(), atom: () => feed.atom1(), json: () => feed.json1() }[format]();
}

function itemOf(post: SitePost, base: string, untitled: string) {
  const text = post.markdown === null ? null : renderMarkdown(post.markdown);
  const date = new Date(timeOfPost(post));
  const link = `${base}${pathOfPost(post)}`;
  const file = `${base}${pathOfContent(post)}`;
  return {
    // The content's hash and the second that is signed stay what they are when an address changes.
    id: `urn:sha256:${post.contentHash.slice(2)}:${post.proof?.timestamp ?? post.id}`,
    title:
      xmlText(text?.title ?? text?.summary ?? post.caption ?? post.filename ?? "").slice(0, 200) || untitled,
    link,
    date,
    published: date,
    description: xmlText(text?.summary ?? post.caption ?? ""),
    content: text ? absolute(text.html, base) : "",
    ...(post.kind === "FILE" && {
      enclosure: { url: file, type: post.mediaType, length: post.size, title: xmlText(post.filename ?? "") },
    }),
  };
}

/** A feed is read elsewhere: paths of this site get its address. A CDATA section's end is kept apart. */
function absolute(html: string, base: string): string {
  return xmlText(html.replace(/ (href|src|srcset)="\/(?!\/)/g, ` $1="${base}/`)).replaceAll("]]>", "]]&gt;");
}
