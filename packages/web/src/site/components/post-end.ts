import { type Html, type HtmlValue, html } from "../html.ts";
import type { OwnedView } from "../view.ts";
import { followLink, portrait } from "./header.ts";

/** A post as a link to it. */
export interface PostLink {
  readonly path: string;
  /** May be empty. */
  readonly title: string;
}

/** The posts before and after one in time; null at an end. */
export interface Neighbours {
  readonly older: PostLink | null;
  readonly newer: PostLink | null;
}

/** The author of a post, and the ways to follow. */
export function authorCard({ owner, messages }: OwnedView): Html {
  return html`
    <div class="author row">
      <div class="column">
        ${portrait(owner, 60)}
        <div>
          <p class="author-name"><a href="/"><bdi>${owner.title}</bdi></a></p>
          ${owner.description && html`<p class="author-about"><bdi>${owner.description}</bdi></p>`}
        </div>
        ${followLink(owner, messages.header.follow)}
      </div>
    </div>
  `;
}

/** Links to the post before and the post after; nothing where it is the only one. */
export function neighbourLinks({ messages }: OwnedView, { older, newer }: Neighbours): HtmlValue {
  if (older === null && newer === null) return null;
  const { post, lists } = messages;
  const link = (to: PostLink | null, rel: "prev" | "next", label: string) =>
    to &&
    html`
      <a class="${rel}" rel="${rel}" href="${to.path}">
        <small>${label}</small><bdi>${to.title || lists.untitled}</bdi>
      </a>
    `;
  return html`
    <nav class="neighbours row" aria-label="${post.others}">
      <div class="column">${link(older, "prev", post.previous)}${link(newer, "next", post.next)}</div>
    </nav>
  `;
}
