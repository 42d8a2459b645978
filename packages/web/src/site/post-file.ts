import { createElement as h, type ReactElement } from "react";
import { pictureSizes } from "../markdown/pictures.ts";
import type { SitePicture } from "../markdown/text-parts.ts";
import type { Messages } from "../messages/site/en.ts";
import { pathOfContent, type SitePost } from "./resources.ts";

const pictures = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/** Whether a browser shows it where it stands. */
export function isPicture({ kind, mediaType }: Pick<SitePost, "kind" | "mediaType">): boolean {
  return kind === "FILE" && pictures.has(mediaType);
}

/** A file as a page shows it: a picture, a player, or a link to it; the caption below. */
export function postFile(post: SitePost, words: Messages, { eager = false } = {}): ReactElement {
  return h(
    "figure",
    { className: "e-content" },
    fileItself(post, words, eager),
    post.caption ? h("figcaption", null, post.caption) : null,
  );
}

function fileItself(post: SitePost, words: Messages, eager: boolean): ReactElement {
  const path = pathOfContent(post);
  const { mediaType, caption } = post;
  if (isPicture(post)) {
    return h("a", { href: path }, picture(path, caption ?? "", post.parts.pictures.get(path), eager));
  }
  if (mediaType.startsWith("video/"))
    return h("video", { className: "u-video", src: path, controls: true, preload: "metadata" });
  if (mediaType.startsWith("audio/"))
    return h("audio", { className: "u-audio", src: path, controls: true, preload: "none" });
  return h(
    "a",
    { className: "file", href: path },
    h("span", { className: "file-name" }, post.filename ?? words.post.file),
    h("span", { className: "file-size" }, words.size(post.size)),
  );
}

/** With its own size, so that nothing moves when it comes, and the copies that a small screen does with. */
function picture(src: string, alt: string, known: SitePicture | undefined, eager: boolean): ReactElement {
  const copies = known?.copies ?? [];
  const all = known && [...copies, { path: src, width: known.width }];
  return h("img", {
    ...{ className: "u-photo", src: copies.at(-1)?.path ?? src, alt },
    ...(known && { width: known.width, height: known.height }),
    ...(copies.length > 0 && {
      srcSet: all?.map(({ path, width }) => `${path} ${width}w`).join(", "),
      sizes: pictureSizes,
    }),
    ...(!eager && { loading: "lazy" as const }),
  });
}
