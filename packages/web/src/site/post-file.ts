import { createElement as h, type ReactElement } from "react";
import type { Words } from "../words/en.ts";
import { pathOfContent, type SitePost } from "./resources.ts";

const pictures = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/** Whether a browser shows it where it stands. */
export function isPicture({ kind, mediaType }: Pick<SitePost, "kind" | "mediaType">): boolean {
  return kind === "FILE" && pictures.has(mediaType);
}

/** A file as a page shows it: a picture, a player, or a link to it; the caption below. */
export function postFile(post: SitePost, words: Words): ReactElement {
  return h(
    "figure",
    null,
    fileItself(post, words),
    post.caption ? h("figcaption", null, post.caption) : null,
  );
}

function fileItself(post: SitePost, words: Words): ReactElement {
  const path = pathOfContent(post);
  const { mediaType, caption } = post;
  if (isPicture(post)) {
    // Thumbnails are made of signed contents alone.
    const source = post.proof === null ? path : `${path}&thumb=lg`;
    return h("a", { href: path }, h("img", { src: source, alt: caption ?? "", loading: "lazy" }));
  }
  if (mediaType.startsWith("video/")) return h("video", { src: path, controls: true, preload: "metadata" });
  if (mediaType.startsWith("audio/")) return h("audio", { src: path, controls: true, preload: "none" });
  return h(
    "a",
    { className: "file", href: path },
    h("span", { className: "file-name" }, post.filename ?? words.post.file),
    h("span", { className: "file-size" }, words.size(post.size)),
  );
}
