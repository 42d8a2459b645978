import type { ChangeSpec, EditorState } from "@codemirror/state";
import { hashOfContents, isOwnPath } from "../../../../markdown/addresses.ts";
import { joinWidth, type PictureWidth, splitWidth } from "../../../../markdown/pictures/widths.ts";
import { escapeLabel, pathOfContents } from "../../../publications/referenced-files.ts";
import type { SyntaxNode } from "./formatting.ts";

/** A picture in the text, as its Markdown says it. */
export interface TextPicture {
  /** Its address without a width. */
  readonly source: string;
  /** Its address for this page. */
  readonly shownAt: string;
  /** Its description, plain. */
  readonly alt: string;
  /** Its title, which is its caption where it stands in a paragraph of its own. */
  readonly caption: string;
  readonly width: PictureWidth;
}

/**
 * The picture of an `Image` node, by its hash at whatever node; null for one from elsewhere, which the site shows as a link as well.
 */
export function readPicture(state: EditorState, node: SyntaxNode): TextPicture | null {
  const url = node.getChild("URL");
  const label = labelOf(node);
  if (!url || !label) return null;
  const { address: source, width } = splitWidth(state.sliceDoc(url.from, url.to).replace(/^<|>$/g, ""));
  const hash = hashOfContents(source);
  if (hash === null && !isOwnPath(source)) return null;
  const alt = state.sliceDoc(label.from, label.to).replace(/\\([\\[\]`*_<])/g, "$1");
  const title = node.getChild("LinkTitle");
  const caption = title ? readTitle(state.sliceDoc(title.from + 1, title.to - 1)) : "";
  return { source, shownAt: hash ? pathOfContents(hash) : source, alt, caption, width };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function readTitle(written: string): string {
  return written
    .replace(/\\([!-/:-@[-`{-~])|&(amp|lt|gt|quot|#39);/g, (_, sign, name) => sign ?? entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/** A caption as it stands between quotation marks. */
function writeTitle(caption: string): string {
  const text = caption.replace(/\s+/g, " ").trim();
  return text === "" ? "" : ` "${text.replace(/[\\"&]/g, "\\$&")}"`;
}

/** The position of a picture's description. */
function labelOf(node: SyntaxNode): { from: number; to: number } | null {
  const [open, close] = node.getChildren("LinkMark");
  return open && close ? { from: open.to, to: close.from } : null;
}

/** The change of the text that gives a picture another description, caption or width. */
export function changePicture(
  state: EditorState,
  node: SyntaxNode,
  next: Partial<Pick<TextPicture, "alt" | "caption" | "width">>,
): ChangeSpec[] {
  const picture = readPicture(state, node);
  const [label, url] = [labelOf(node), node.getChild("URL")];
  const end = node.getChildren("LinkMark").at(-1);
  if (!picture || !label || !url || !end) return [];
  const changes: ChangeSpec[] = [];
  if (next.alt !== undefined) changes.push({ ...label, insert: escapeLabel(next.alt) });
  const { width = picture.width, caption = picture.caption } = next;
  if (width === picture.width && caption === picture.caption) return changes;
  const [, open = "", address = "", close = ""] =
    /^(<?)([\s\S]*?)(>?)$/.exec(state.sliceDoc(url.from, url.to)) ?? [];
  const insert = `${open}${joinWidth(address, width)}${close}${writeTitle(caption)}`;
  return [...changes, { from: url.from, to: end.from, insert }];
}

/** The change of the text that moves a picture, with its link, to another place among those of its paragraph, from 0 on. */
export function movePicture(state: EditorState, node: SyntaxNode, place: number): ChangeSpec[] {
  const pictures = picturesBeside(state, node);
  const before = pictures.findIndex(({ from }) => from === node.from);
  if (before === -1 || place < 0 || place >= pictures.length) return [];
  const spans = pictures.map(withLink);
  const texts = spans.map(({ from, to }) => state.sliceDoc(from, to));
  const moved = texts.toSpliced(before, 1).toSpliced(place, 0, texts[before] ?? "");
  return spans.flatMap(({ from, to }, at) =>
    moved[at] === texts[at] ? [] : [{ from, to, insert: moved[at] ?? "" }],
  );
}

const withLink = (picture: SyntaxNode): SyntaxNode =>
  picture.parent?.name === "Link" ? picture.parent : picture;

/** The pictures of the paragraph of a picture, in order, if it has nothing else and may be a figure; otherwise none. */
export function picturesBeside(state: EditorState, node: SyntaxNode): readonly SyntaxNode[] {
  const paragraph = withLink(node).parent;
  return paragraph?.name === "Paragraph" ? picturesOf(state, paragraph) : [];
}

/** The pictures of a paragraph that has nothing else and may be a figure; otherwise none. */
export function picturesOf(state: EditorState, paragraph: SyntaxNode): readonly SyntaxNode[] {
  if (paragraph.parent?.name === "ListItem" && isTight(state, paragraph.parent)) return [];
  const pictures: SyntaxNode[] = [];
  let end = paragraph.from;
  for (let child = paragraph.firstChild; child; child = child.nextSibling) {
    if (state.sliceDoc(end, child.from).trim() !== "") return [];
    end = child.to;
    if (child.name === "HardBreak" || child.name === "QuoteMark") continue;
    const picture = child.name === "Link" ? onlyPictureOf(state, child) : child;
    if (picture?.name !== "Image" || readPicture(state, picture) === null) return [];
    pictures.push(picture);
  }
  return state.sliceDoc(end, paragraph.to).trim() === "" ? pictures : [];
}

/** The picture that is all the words of a link; null for another one. */
function onlyPictureOf(state: EditorState, link: SyntaxNode): SyntaxNode | null {
  const [picture, open, close] = [link.getChild("Image"), ...link.getChildren("LinkMark")];
  const isAll =
    picture &&
    open &&
    close &&
    state.sliceDoc(open.to, picture.from) + state.sliceDoc(picture.to, close.from) === "";
  return isAll ? picture : null;
}

/** In a list without empty lines, a picture stands in the line of its item. */
function isTight(state: EditorState, { parent: list }: SyntaxNode): boolean {
  return list !== null && !/\n[\s>]*\n/.test(state.sliceDoc(list.from, list.to));
}
