import { entry } from "./entry.ts";
import { feedLinks } from "./feed-links.ts";
import { quietly, renderList } from "./list-page.ts";
import type { SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

export interface TagPage {
  /** Without its sign. */
  readonly tag: string;
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
}

/** The posts with one tag. */
export function renderTag(view: OwnedView, { tag, posts, next }: TagPage): string {
  const { lists } = view.words;
  const path = pathOfTag(tag);
  return renderList(view, {
    title: lists.tagged(tag),
    path,
    head: feedLinks(view, path),
    children: posts.length === 0 ? quietly(lists.nothingTagged) : posts.map((post) => entry(post, view)),
    next: next && `${path}?after=${encodeURIComponent(next)}`,
  });
}

/** The path of a tag's page. */
export function pathOfTag(tag: string): string {
  return `/tags/${encodeURIComponent(tag)}`;
}
