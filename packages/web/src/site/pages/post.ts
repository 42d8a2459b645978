import { cardSize } from "../../drawings/card.ts";
import { contentsOf, type Heading } from "../../markdown/headings.ts";
import { type RenderedMarkdown, renderMarkdown } from "../../markdown/render-markdown.ts";
import { countWords } from "../../markdown/text/count-words.ts";
import type { Messages } from "../../messages/site/en.ts";
import { colophon } from "../components/colophon.ts";
import { commentCount, commentList, type SiteConversation } from "../components/comments.ts";
import { microformats, postFile, prose } from "../components/entry.ts";
import { layout, siteFooter } from "../components/layout.ts";
import { feedLinks } from "../components/list.ts";
import { authorCard, type Neighbours, neighbourLinks } from "../components/post-end.ts";
import { languageOfPost, postHead } from "../components/post-head.ts";
import { postProof } from "../components/proof.ts";
import { subscribeForm } from "../components/subscribe-form.ts";
import { attributes, type Html, type HtmlValue, html, raw } from "../html.ts";
import { type PagePicture, renderIndexedPage } from "../metadata.ts";
import { isPicture, pathOfCard, pathOfContent, pathOfDiagrams, pathOfPost, type SitePost } from "../post.ts";
import { addressesOfSite, type OwnedView, type View } from "../view.ts";

/** The parts of a post's page besides the post. */
export interface PostSurroundings {
  readonly conversation: SiteConversation;
  readonly neighbours: Neighbours;
}

/**
 * The text of a post as its page shows it; null for one without a text.
 *
 * @param diagrams the folder of its diagrams; null for diagrams inside the page
 */
export function renderPostText(
  view: OwnedView,
  post: SitePost,
  diagrams: string | null = pathOfDiagrams(post),
): RenderedMarkdown | null {
  const { owner, messages, theme } = view;
  if (post.markdown === null) return null;
  return renderMarkdown(post.markdown, {
    messages,
    language: languageOfPost(post, view),
    parts: post.parts,
    name: String(post.id),
    eager: post.cover === null,
    omitTitle: true,
    page: "this",
    ...addressesOfSite(owner),
    diagrams: { path: diagrams, theme },
  });
}

/** The page that a text would have if it were published now: nothing runs, and there are no comments. */
export function renderPreview(view: OwnedView, post: SitePost): string {
  const conversation = {
    comments: [],
    count: 0,
    isLater: false,
    next: null,
    takesMentions: false,
    input: null,
  };
  const text = renderPostText(view, post, null);
  const neighbours = { older: null, newer: null };
  // The text of a post has no elements of its own: these are the scripts of the page.
  return renderPost(view, post, text, { conversation, neighbours }).replace(
    /<script [^>]{0,500}><\/script>/g,
    "",
  );
}

/** The page of one post, with its comments. @param text from `renderPostText` */
export function renderPost(
  view: OwnedView,
  post: SitePost,
  text: RenderedMarkdown | null,
  { conversation, neighbours }: PostSurroundings,
): string {
  const { messages } = view;
  const path = pathOfPost(post);
  const title = titleOf(post, text, messages);
  const language = languageOfPost(post, view);
  const about = {
    title,
    path,
    language,
    description: post.excerpt || text?.summary || post.caption,
    picture: pictureOf(post, title, view),
    ...(!post.isPage && { publishedAt: post.publishedAt, modifiedAt: post.modifiedAt }),
    canonicalPath: post.versions[0]?.path ?? path,
  };
  const name = text?.title ? null : post.caption || post.filename;
  const shown = text?.titleHtml ? raw(text.titleHtml) : null;
  const { minutes } = countWords(post.markdown ?? "");
  const contents = contentsOf(text?.headings ?? [], minutes);
  const article = { class: "h-entry", lang: language, "data-post": post.id };
  const hasPictures = text?.html.includes(" srcset=") === true && view.isStatic !== true;
  const viewer = { "data-viewer": hasPictures && JSON.stringify(viewerTexts(messages)) };
  const content = html`
    <article ${attributes({ ...article, ...viewer, "data-signed": post.proof !== null, "data-pagefind-body": view.isStatic })}>
      ${microformats(view, { path, title: name })}
      ${postHead(view, post, { title, shown, minutes, count: commentCount(view, conversation) })}
      <div class="row">
        <div class="column">
          ${replacedNotice(post, view)}${contents && listOfContents(contents, messages)}${contentOf(post, text, view)}
          ${post.isPage && postProof(view, post)}${versionHistory(post, view)}
        </div>
      </div>
      ${colophon(view, post)}
    </article>
    ${!post.isPage && [authorCard(view), subscribeForm(view), neighbourLinks(view, neighbours)]}
    ${!post.isPage && commentList(view, conversation, path)}
  `;
  return renderIndexedPage(view, about, {
    islands: [
      ...(post.proof ? (["proof", "copy"] as const) : []),
      ...(conversation.input && !post.isPage ? (["comment"] as const) : []),
      ...(hasPictures ? (["pictures"] as const) : []),
      ...(text?.html.includes('<section class="notes"') ? (["notes"] as const) : []),
      "register-worker",
    ],
    head: [
      feedLinks(view, ""),
      conversation.takesMentions && !view.isStatic && html`<link rel="webmention" href="/webmention"/>`,
      post.kind === "POST" && html`<link rel="alternate" type="text/markdown" href="${`${path}.md`}"/>`,
    ],
    body: layout(view, "page post", content, siteFooter(view)),
  });
}

/** The words of the viewer of pictures (`islands/pictures.ts`). */
function viewerTexts({ post, header }: Messages) {
  const { enlarge, previous, next, zoomIn, zoomOut } = post;
  return { enlarge, close: header.close, previous, next, zoomIn, zoomOut };
}

/** The picture of a post in previews: a picture file itself, else a card. */
function pictureOf(post: SitePost, title: string, { owner, messages }: OwnedView): PagePicture {
  const alt = messages.post.cardOf(title, owner.title);
  if (!isPicture(post)) return { path: pathOfCard(post), alt, size: cardSize };
  const path = pathOfContent(post);
  return { path, alt: post.caption || title, size: post.parts.pictures.get(path) ?? null };
}

/** The page's title is the post's heading, its first words, or its day. */
function titleOf(post: SitePost, text: RenderedMarkdown | null, messages: Messages): string {
  const words = text?.summary.slice(0, 60) || post.caption?.slice(0, 60);
  return text?.title ?? (words || messages.day(post.publishedAt));
}

function contentOf(post: SitePost, text: RenderedMarkdown | null, view: OwnedView): Html {
  if (post.kind === "FILE") return postFile(post, view, { eager: true });
  if (text !== null) return prose(text, "prose e-content");
  const { tooLong, asMarkdown } = view.messages.post;
  const size = view.messages.size(post.size);
  return html`<p>${tooLong(size)} <a href="${pathOfContent(post)}">${asMarkdown}</a></p>`;
}

/** The list of contents of a long text, which opens without a script. */
function listOfContents(contents: readonly Heading[], messages: Messages): Html {
  const highest = Math.min(...contents.map(({ level }) => level));
  const items = contents.map(({ id, text, level }) => {
    const place = { class: level > highest && "deeper" };
    return html`<li ${attributes(place)}><a href="${`#${id}`}">${text}</a></li>`;
  });
  return html`
    <nav class="contents" aria-label="${messages.post.contents}">
      <details><summary>${messages.post.contents}</summary><ol>${items}</ol></details>
    </nav>
  `;
}

/** Links an earlier version to the newest one; empty for the newest. */
function replacedNotice({ versions, id }: SitePost, { messages }: Pick<View, "messages">): HtmlValue {
  const [newest] = versions;
  if (!newest || newest.id === id) return null;
  const { newerFrom, readNewest } = messages.versions;
  return html`<p class="replaced" role="note">${newerFrom(messages.day(newest.at))} <a href="${newest.path}">${readNewest}</a></p>`;
}

/** All versions of a post with their dates; empty for a post with one version. */
function versionHistory({ versions, id }: SitePost, { messages }: Pick<View, "messages">): HtmlValue {
  if (versions.length === 0) return null;
  const { count, shownHere } = messages.versions;
  const items = versions.map((version) => {
    const date = html`<time datetime="${new Date(version.at).toISOString()}">${messages.second(version.at)}</time>`;
    const isShown = version.id === id;
    return html`<li>${isShown ? html`${date} · ${shownHere}` : html`<a href="${version.path}">${date}</a>`}</li>`;
  });
  return html`<details class="versions"><summary>${count(versions.length)}</summary><ol reversed="">${items}</ol></details>`;
}
