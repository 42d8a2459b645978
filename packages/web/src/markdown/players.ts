import type { MarkdownIt, Token } from "markdown-it";
import { attributes, escapeHtml, html, raw } from "../site/html.ts";
import { pathOfContents } from "./addresses.ts";
import { partsOf, type SiteFile } from "./text/text-parts.ts";

// Types that browsers play: of the others a player would stay black.
const videos = new Set(["mp4", "webm", "ogg", "quicktime", "x-m4v"]);
const sounds = new Set("mpeg mp3 mp4 x-m4a aac ogg opus webm wav x-wav vnd.wave flac x-flac".split(" "));

/** The player for a file; null for one that browsers don't play. */
export function playerOf(mediaType: string): "video" | "audio" | null {
  const [kind, name = ""] = mediaType.split("/");
  if (kind === "video" && videos.has(name)) return "video";
  return kind === "audio" && sounds.has(name) ? "audio" : null;
}

/**
 * A player for a sound or a video. A video's frame has its shape before it is loaded (`figures.css`); a sound is not loaded before
 * somebody plays it.
 *
 * @param label its words, for readers who don't see it
 * @param className for programs that read the page
 */
export function player(
  { path, mediaType }: SiteFile,
  {
    label = null,
    className = null,
  }: { readonly label?: string | null; readonly className?: string | null } = {},
): string | null {
  const name = playerOf(mediaType);
  if (name === null) return null;
  const given = attributes({ class: className, src: path, "aria-label": label || null });
  return String(
    name === "video"
      ? html`<video ${given} controls="" preload="metadata"></video>`
      : html`<audio ${given} controls="" preload="none"></audio>`,
  );
}

/**
 * Files of this site in a text (decision 0047): a sound or a video that is written as a picture, or whose link stands alone in a
 * paragraph, has a player, below which the link stands. Another file that is written as a picture and can't be shown as one is a link.
 * Other links lead to the bytes.
 */
export function players(md: MarkdownIt): void {
  const { image, quote, link_open: linkOpen } = md.renderer.rules;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const file = fileAt(token, "src", env);
    const label = self.renderInlineAsText(token?.children ?? [], options, env);
    if (file === null) return image?.(tokens, index, options, env, self) ?? "";
    // A link holds nothing that is pressed.
    if (token?.meta?.insideLink) return escapeHtml(label || file.path);
    return (
      player(file, { label }) ?? `<a href="${escapeHtml(file.path)}">${escapeHtml(label || file.path)}</a>`
    );
  };
  md.renderer.rules.quote = (tokens, index, options, env, self) => {
    const children = tokens[index]?.children ?? [];
    const file = fileAt(children[0], "href", env);
    if (file === null) return quote?.(tokens, index, options, env, self) ?? "";
    const words = self.renderInline(children, options, env);
    const shown = player(file, { label: self.renderInlineAsText(children, options, env) });
    if (shown === null) return `<p>${words}</p>\n`;
    return `${html`<figure class="player">${raw(shown)}<figcaption>${raw(words)}</figcaption></figure>`}\n`;
  };
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const file = fileAt(token, "href", env);
    if (file) token?.attrSet("href", file.path);
    return linkOpen?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
}

/** The file of this site that a token names; null for none. */
function fileAt(token: Token | undefined, name: "src" | "href", env: object | undefined): SiteFile | null {
  const { files } = partsOf(env);
  const path = files.size === 0 ? null : pathOfContents(String(token?.attrGet(name) ?? ""));
  return (path !== null && files.get(path)) || null;
}
