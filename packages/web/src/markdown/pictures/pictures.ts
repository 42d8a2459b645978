import type { MarkdownIt, RendererRule, Token } from "markdown-it";
import { escapeHtml } from "../../site/html.ts";
import { hashOfContents, isLink, isOwnPath, leadHome, pathOfContents } from "../addresses.ts";
import { textLimits } from "../limits.ts";
import { partsOf, type SitePicture, surroundingsOf, type TextSurroundings } from "../text/text-parts.ts";
import { columnSizes } from "./sizes.ts";
import { type PictureWidth, splitWidth } from "./widths.ts";

/** A picture of this site is shown; one from elsewhere is a link to it, since the page may not load it. */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.push("pictures", ({ tokens }) => {
    for (const { children } of tokens) describePictures(children ?? []);
  });
  md.renderer.rules.image = renderImage;
}

/** The form of a picture, which stands in `meta` of its token. */
export interface PictureForm {
  /** Whether it is in a link: it can't become a link itself. */
  readonly insideLink: boolean;
  readonly width: PictureWidth;
  /** The room that it has on a page, as `sizes` of HTML. */
  sizes: string;
}

/** The form of the picture of a token, as the parser found it. */
export const formOf = (token: Token): PictureForm =>
  (token.meta as PictureForm | null) ?? { insideLink: false, width: "normal", sizes: columnSizes };

/** Notes which pictures are in links, since they can't become links themselves, and takes the wanted width out of the address. */
function describePictures(tokens: readonly Token[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "link_open") depth += 1;
    if (token.type === "link_close") depth -= 1;
    if (token.type !== "image") continue;
    const { address, width } = splitWidth(String(token.attrGet("src") ?? ""));
    token.attrSet("src", address);
    token.meta = { insideLink: depth > 0, width, sizes: columnSizes } satisfies PictureForm;
  }
}

const renderImage: RendererRule = (tokens, index, options, env, self) => {
  const token = tokens[index];
  if (token === undefined) return "";
  const source = lookUp(String(token.attrGet("src") ?? ""), surroundingsOf(env));
  const alt = self.renderInlineAsText(token.children ?? [], options, env);
  if (isOwnPath(source) && source.length <= textLimits.addressLength)
    return showPicture({ source, alt, sizes: formOf(token).sizes }, surroundingsOf(env));
  if (!isLink(source)) return escapeHtml(alt);
  const text = escapeHtml(alt || source);
  return formOf(token).insideLink ? text : `<a href="${escapeHtml(source)}">${text}</a>`;
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

/** The size and the copies of the picture of a token; undefined for one that this site does not know. */
export function knownPicture(token: Token, env: TextSurroundings): SitePicture | undefined {
  return partsOf(env).pictures.get(lookUp(String(token.attrGet("src") ?? ""), env));
}

function showPicture(
  { source, alt, sizes }: { readonly source: string; readonly alt: string; readonly sizes: string },
  env: TextSurroundings,
): string {
  env.pictureCount = (env.pictureCount ?? 0) + 1;
  const known = partsOf(env).pictures.get(source);
  const loading = env.eager === true && env.pictureCount === 1 ? "" : ' loading="lazy"';
  const size = known ? describe(known, sizes) : "";
  return `<img src="${escapeHtml(known?.shownAt ?? source)}" alt="${escapeHtml(alt)}"${size}${loading}>`;
}

function describe(known: SitePicture, sizes: string): string {
  const { width, height, copies, isOpaque } = known;
  const size = ` width="${width}" height="${height}"${isOpaque ? ' class="opaque"' : ""}`;
  if (copies.length === 0) return size;
  return `${size} srcset="${escapeHtml(writeSet(known))}" sizes="${escapeHtml(sizes)}"`;
}

/** The choice of a browser, as `srcset` has it. */
export function writeSet({ copies }: Pick<SitePicture, "copies">): string {
  return copies.map(({ path, width }) => `${path} ${width}w`).join(", ");
}
