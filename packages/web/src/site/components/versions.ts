import { type HtmlValue, html } from "../html.ts";
import type { SitePost } from "../post.ts";
import type { View } from "../view.ts";

/** Leads the readers of an earlier version to the newest one. Nothing for the newest. */
export function replacedNotice({ versions, id }: SitePost, { messages }: Pick<View, "messages">): HtmlValue {
  const [newest] = versions;
  if (!newest || newest.id === id) return null;
  const { newerFrom, readNewest } = messages.versions;
  return html`<p class="replaced" role="note">${newerFrom(messages.day(newest.at))} <a href="${newest.path}">${readNewest}</a></p>`;
}

/** All versions of a post with their dates. Nothing for a post that has one. */
export function versionHistory({ versions, id }: SitePost, { messages }: Pick<View, "messages">): HtmlValue {
  if (versions.length === 0) return null;
  const { count, shownHere } = messages.versions;
  const items = versions.map((version) => {
    const date = html`<time datetime="${new Date(version.at).toISOString()}">${messages.second(version.at)}</time>`;
    const isShown = version.id === id;
    return html`<li>${isShown ? html`${date} · ${shownHere}` : html`<a href="${version.path}">${date}</a>`}</li>`;
  });
  return html`<details class="versions"><summary>${count(versions.length)}</summary><ol reversed="">${items}</ol></details>`;
}
