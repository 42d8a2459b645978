import { readLead, readMarkdownOpening, readTitle } from "../../markdown/text/opening.ts";
import { isPicture, pathOfContent, type SitePost } from "../post.ts";
import type { OwnedView } from "../view.ts";
import { languageOfPost } from "./post-head.ts";

/** The title or first words of a post, and its summary if the owner or the text has one. */
export function openingOf(post: SitePost, view: OwnedView): { title: string; summary: string } {
  const { messages } = view;
  if (post.markdown === null) {
    const title = post.caption?.slice(0, 120) || post.filename || messages.lists.untitled;
    return { title, summary: post.excerpt ?? "" };
  }
  const language = languageOfPost(post, view);
  const { title } = readMarkdownOpening(post.markdown, language);
  const shown = title ?? (readTitle(post.markdown, language) || messages.lists.untitled);
  // A title that is the first words would repeat the text's beginning.
  return { title: shown, summary: post.excerpt ?? (title === null ? "" : readLead(post.markdown, language)) };
}

/** The cover, the picture that the post is, or the first one of its text as far as that is known. */
export function pictureOf(post: SitePost) {
  const { cover, parts, caption } = post;
  if (cover) return { src: cover.path, alt: "", known: cover };
  const path = isPicture(post) ? pathOfContent(post) : [...parts.pictures.keys()][0];
  const known = path === undefined ? undefined : parts.pictures.get(path);
  if (path === undefined || known === undefined) return null;
  return { src: known.shownAt ?? path, alt: isPicture(post) ? (caption ?? "") : "", known };
}
