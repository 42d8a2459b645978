import type { MarkdownIt, RendererRule, Token } from "markdown-it";
import { escapeHtml } from "../site/html.ts";
import { hashOfContents, isOwnPath, leadHome, pathOfContents } from "./addresses.ts";
import { textLimits } from "./limits.ts";
import { partsOf, type SitePicture, surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** A picture of this site is shown; one from elsewhere is a link to it, since the page may not load it. */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.push("pictures", ({ tokens }) => {
    for (const { children } of tokens) markLinkedPictures(children ?? []);
  });
  md.renderer.rules.image = renderImage;
}

/** A picture in a link can't become a link itself. */
function markLinkedPictures(tokens: readonly Token[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "link_open") depth += 1;
    if (token.type === "link_close") depth -= 1;
    if (token.type === "image") token.meta = { insideLink: depth > 0 };
  }
}

const renderImage: RendererRule = (tokens, index, options, env, self) => {
  const token = tokens[index];
  if (token === undefined) return "";
  const source = lookUp(String(token.attrGet("src") ?? ""), surroundingsOf(env));
  const alt = self.renderInlineAsText(token.children ?? [], options, env);
  if (isOwnPath(source) && source.length <= textLimits.addressLength)
    return showPicture(source, alt, surroundingsOf(env));
  if (source.length > textLimits.addressLength) return escapeHtml(alt);
  const text = escapeHtml(alt || source);
  return token.meta?.insideLink ? text : `<a href="${escapeHtml(source)}">${text}</a>`;
};

/** The address of a picture: on this node if it has the bytes, else as written. */
function lookUp(written: string, env: TextSurroundings): string {
  const hash = env.contentAt ? hashOfContents(written) : null;
  const shown = hash && env.contentAt?.(hash);
  if (shown) return shown;
  const path = pathOfContents(written);
  const isHere =
    path !== null && (partsOf(env).pictures.has(path) || written.startsWith(`${env.home ?? ""}/ewp/`));
  return isHere ? leadHome(path, env) : leadHome(written, env);
}

/** The width of the column in CSS pixels, by the width of the window. */
export const pictureSizes = "(width >= 64rem) 660px, (width >= 40rem) 660px, 90vw";

function showPicture(source: string, alt: string, env: TextSurroundings): string {
  env.pictureCount = (env.pictureCount ?? 0) + 1;
  const known = partsOf(env).pictures.get(source);
  const loading = env.eager === true && env.pictureCount === 1 ? "" : ' loading="lazy"';
  return `<img src="${escapeHtml(known?.shownAt ?? source)}" alt="${escapeHtml(alt)}"${known ? sizesOf(source, known) : ""}${loading}>`;
}

function sizesOf(source: string, { width, height, copies }: SitePicture): string {
  const size = ` width="${width}" height="${height}"`;
  if (copies.length === 0) return size;
  const all = [...copies, { path: source, width }].map((copy) => `${copy.path} ${copy.width}w`);
  return `${size} srcset="${escapeHtml(all.join(", "))}" sizes="${escapeHtml(pictureSizes)}"`;
}
