import { createElement as h, type ReactElement } from "react";
import { pathOfContent, type SitePost } from "./resources.ts";
import { saySize } from "./words.ts";

const pictures = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/** A file as a page shows it: a picture, a player, or a link to it; the caption below. */
export function postFile(post: SitePost): ReactElement {
  return h("figure", null, fileItself(post), post.caption ? h("figcaption", null, post.caption) : null);
}

function fileItself(post: SitePost): ReactElement {
  const path = pathOfContent(post);
  const { mediaType, caption } = post;
  if (pictures.has(mediaType)) {
    // Thumbnails are made of signed contents alone.
    const source = post.proof === null ? path : `${path}&thumb=lg`;
    return h("a", { href: path }, h("img", { src: source, alt: caption ?? "", loading: "lazy" }));
  }
  if (mediaType.startsWith("video/")) return h("video", { src: path, controls: true, preload: "metadata" });
  if (mediaType.startsWith("audio/")) return h("audio", { src: path, controls: true, preload: "none" });
  return h(
    "a",
    { className: "file", href: path },
    h("span", { className: "file-name" }, post.filename ?? "File"),
    h("span", { className: "file-size" }, saySize(post.size)),
  );
}
