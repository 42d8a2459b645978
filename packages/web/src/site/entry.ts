import { createElement as h, type ReactElement } from "react";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import type { Messages } from "../messages/site/en.ts";
import { entryFacts } from "./entry-facts.ts";
import { postDate } from "./post-date.ts";
import { postFile } from "./post-file.ts";
import { prose } from "./prose.ts";
import { pathOfDiagrams, pathOfPost, type SitePost } from "./resources.ts";
import type { OwnedView, View } from "./view.ts";

/** About so many characters of a post stand in a list; a shorter post stands there as a whole. */
export const entryExcerpt = 700;

/** A post in a list of posts (microformats: an `h-entry`). */
export function entry(post: SitePost, view: OwnedView): ReactElement {
  const { words, theme } = view;
  const path = pathOfPost(post);
  return h(
    "article",
    { className: "entry row h-entry", key: post.id },
    h("a", { className: "margin", href: path }, postDate(post, words)),
    entryFacts(view, { path, title: post.kind === "FILE" ? post.caption || post.filename : null }),
    h(
      "div",
      { className: "column" },
      post.kind === "FILE" ? postFile(post, words) : textOf(post, path, words, theme),
    ),
  );
}

function textOf(post: SitePost, path: string, words: Messages, theme: View["theme"]): ReactElement[] {
  if (post.markdown === null) {
    return [h("p", { key: "long" }, h("a", { href: path }, words.home.longText))];
  }
  const text = renderMarkdown(post.markdown, {
    ...{ excerpt: entryExcerpt, headingShift: 1, omitTitle: true },
    ...{ words, parts: post.parts, name: String(post.id) },
    diagrams: { path: pathOfDiagrams(post), theme },
  });
  const title =
    text.title && h("h2", { key: "title", className: "p-name" }, h("a", { href: path }, text.title));
  const more =
    text.cut && h("p", { key: "more", className: "more" }, h("a", { href: path }, words.home.readOn));
  const whole = text.cut ? "p-summary" : "e-content";
  return [title, prose(text, `prose ${whole}`), more].filter(
    (part) => typeof part === "object" && part !== null,
  );
}
