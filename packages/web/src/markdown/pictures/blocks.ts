import type { MarkdownIt, RendererRule, StateCore, Token } from "markdown-it";
import { escapeHtml } from "../../site/html.ts";
import { writeDirection } from "../text/direction.ts";
import { surroundingsOf, type TextSurroundings } from "../text/text-parts.ts";
import { formOf, knownPicture } from "./pictures.ts";
import { shapeClass, shapeOf, toRows, unknownSize } from "./shapes.ts";
import { columnSizes, sizesAlone, sizesInRow } from "./sizes.ts";
import type { PictureWidth } from "./widths.ts";

/**
 * Pictures in a paragraph of their own (decision 0047): one with a title or a width is a figure with its title as the caption, and
 * several are a gallery. A title of a picture is its caption, and nothing else.
 */
export function pictureBlocks(md: MarkdownIt): void {
  md.core.ruler.after("pictures", "picture_blocks", findPictureBlocks);
  md.renderer.rules.pictures = renderPictures;
}

/** One picture of a paragraph, and the tokens that show it: itself, or a link around it. */
interface Shown {
  readonly image: Token;
  readonly tokens: readonly Token[];
}

function findPictureBlocks(state: StateCore): void {
  const tokens: Token[] = [];
  for (const token of state.tokens) {
    const [open, inline] = tokens.slice(-2);
    const isParagraph = token.type === "paragraph_close" && open?.type === "paragraph_open" && !open.hidden;
    const shown = isParagraph && inline ? readPictures(inline.children ?? []) : null;
    if (inline && shown && (shown.length > 1 || shown.some(isFigure))) {
      const block = Object.assign(new state.Token("pictures", "", 0), { block: true });
      Object.assign(block, { children: inline.children, content: inline.content, level: inline.level });
      setSizes(shown, surroundingsOf(state.env));
      tokens.splice(-2, 2, block);
    } else tokens.push(token);
  }
  state.tokens = tokens;
}

/** The pictures of a paragraph; null if there is anything else in it. */
function readPictures(children: readonly Token[]): Shown[] | null {
  const shown: Shown[] = [];
  for (let at = 0; at < children.length; at += 1) {
    const [first, second, third] = children.slice(at, at + 3);
    if (first?.type === "image") shown.push({ image: first, tokens: [first] });
    else if (first?.type === "link_open" && second?.type === "image" && third?.type === "link_close") {
      shown.push({ image: second, tokens: [first, second, third] });
      at += 2;
    } else if (first && !isGap(first)) return null;
  }
  return shown;
}

const isGap = ({ type, content }: Token) =>
  type === "softbreak" || type === "hardbreak" || (type === "text" && content.trim() === "");

const captionOf = ({ image }: Shown) => String(image.attrGet("title") ?? "").trim();

const widthOf = ({ image }: Shown) => formOf(image).width;

const isFigure = (one: Shown) => captionOf(one) !== "" || widthOf(one) !== "normal";

/** The widest width of some pictures: a gallery has one. */
function widestOf(shown: readonly Shown[]): PictureWidth {
  const widths = shown.map(widthOf);
  return (["full", "wide"] as const).find((width) => widths.includes(width)) ?? "normal";
}

/** Lists show every picture in their column. */
function setSizes(shown: readonly Shown[], env: TextSurroundings): void {
  const width = env.isInList === true ? "normal" : widestOf(shown);
  const [only] = shown;
  if (shown.length === 1 && only) formOf(only.image).sizes = sizesAlone(width);
  if (shown.length === 1) return;
  for (const row of toRows(shown)) {
    const sizes = sizesInRow(
      row.map(({ image }) => shapeOf(knownPicture(image, env) ?? unknownSize)),
      width,
    );
    for (const [at, { image }] of row.entries()) formOf(image).sizes = sizes[at] ?? columnSizes;
  }
}

const renderPictures: RendererRule = (tokens, index, options, given, self) => {
  const env = surroundingsOf(given);
  const shown = readPictures(tokens[index]?.children ?? []) ?? [];
  const html = shown.map((one) => self.renderInline([...one.tokens], options, env));
  const isSeen = html.map((one) => /<(?:img|video)\b/.test(one));
  if (shown.length === 1 || isSeen.includes(false))
    return joinWithin(env, shown, (one, at) =>
      renderOne(one, html[at] ?? "", { isSeen: isSeen[at] === true, env }),
    );
  const rows = toRows(shown.map((one, at) => ({ one, html: html[at] ?? "" })));
  const gallery = joinWithin(env, rows, (row) => {
    return `<div>${joinWithin(env, row, (cell) => renderCell(cell.one, cell.html, env))}</div>`;
  });
  return `<div class="${classOf("gallery", widestOf(shown))}">${gallery}</div>\n`;
};

/**
 * Joins the HTML of parts, and ends with the one that is more than the text may become, so that this is noticed (`countOutput`): one
 * long caption may be that of thousands of pictures.
 */
function joinWithin<Part>(
  { outputLeft = Number.POSITIVE_INFINITY }: TextSurroundings,
  parts: readonly Part[],
  render: (part: Part, index: number) => string,
): string {
  let html = "";
  for (const [index, part] of parts.entries()) {
    html += render(part, index);
    if (html.length > outputLeft) break;
  }
  return html;
}

/** A picture that stands alone; one that is not loaded here is a link as wide as any. */
function renderOne(
  one: Shown,
  html: string,
  { isSeen, env }: { isSeen: boolean; env: TextSurroundings },
): string {
  if (!isFigure(one)) return `<p>${html}</p>\n`;
  const name = html.startsWith("<video") || html.startsWith("<audio") ? "player" : "picture";
  const width = isSeen ? widthOf(one) : "normal";
  const known = width === "normal" ? null : knownPicture(one.image, env);
  const shape = known ? ` ${shapeClass(known)}` : "";
  return `<figure class="${classOf(name, width)}${shape}">${html}${caption(one)}</figure>\n`;
}

const classOf = (name: string, width: PictureWidth) => (width === "normal" ? name : `${name} is-${width}`);

const caption = (one: Shown) =>
  captionOf(one) === ""
    ? ""
    : `<figcaption${writeDirection(captionOf(one))}>${escapeHtml(captionOf(one))}</figcaption>`;

/** A picture of a gallery is as wide in its row as its shape asks for, so that all are whole and equally high. */
function renderCell(one: Shown, html: string, env: TextSurroundings): string {
  const known = knownPicture(one.image, env);
  const shape = known ? ` class="${shapeClass(known)}"` : "";
  return `<figure${shape}>${html}${caption(one)}</figure>`;
}
