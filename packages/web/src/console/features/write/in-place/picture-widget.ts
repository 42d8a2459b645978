import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import { hashOfContents, isOwnPath } from "../../../../markdown/addresses.ts";
import { escapeLabel, pathOfContents } from "../../../publications/referenced-files.ts";
import { enclosing, type SyntaxNode } from "../commands/formatting.ts";

/** The texts of a picture in the editor, and the listener for its description. */
export interface PictureServices {
  readonly texts: { readonly alt: string; readonly altHint: string };
  readonly describe: (source: string, alt: string) => void;
}

/** How long a writer pauses before a description is passed on, in milliseconds. */
const pauseMs = 400;

/** A picture in the text: its source there, its address for this page, and its description, plain. */
interface TextPicture {
  readonly source: string;
  readonly shownAt: string;
  readonly alt: string;
}

/**
 * The picture of an `Image` node, by its hash at whatever node; null for one from elsewhere, which the site shows as a link as well.
 */
export function pictureOf(state: EditorState, node: SyntaxNode): TextPicture | null {
  const url = node.getChild("URL");
  const label = labelOf(node);
  if (!url || !label) return null;
  const source = state.sliceDoc(url.from, url.to).replace(/^<|>$/g, "");
  const hash = hashOfContents(source);
  if (hash === null && !isOwnPath(source)) return null;
  const alt = state.sliceDoc(label.from, label.to).replace(/\\([\\[\]`*_<])/g, "$1");
  return { source, shownAt: hash ? pathOfContents(hash) : source, alt };
}

/** The position of a picture's description. */
function labelOf(node: SyntaxNode): { from: number; to: number } | null {
  const [open, close] = node.getChildren("LinkMark");
  return open && close ? { from: open.to, to: close.from } : null;
}

/** A picture below its Markdown, with a field for its description, which is written into the Markdown. */
export class PictureWidget extends WidgetType {
  readonly picture: TextPicture;
  readonly services: PictureServices;

  constructor(picture: TextPicture, services: PictureServices) {
    super();
    this.picture = picture;
    this.services = services;
  }

  override eq({ picture: { source, alt } }: PictureWidget): boolean {
    return source === this.picture.source && alt === this.picture.alt;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { picture, services } = this;
    const figure = document.createElement("span");
    figure.className = "cm-picture";
    const image = document.createElement("img");
    image.alt = picture.alt;
    image.src = picture.shownAt;
    image.addEventListener("load", () => view.requestMeasure());
    // A sound or a video may be written as a picture, and nothing but its bytes says so.
    image.addEventListener("error", () => play(view, image), { once: true });
    const field = document.createElement("input");
    field.value = picture.alt;
    field.placeholder = services.texts.alt;
    field.title = services.texts.altHint;
    field.maxLength = 2_000;
    field.setAttribute("aria-label", services.texts.alt);
    const pass = () => services.describe(picture.source, field.value);
    let timer: ReturnType<typeof setTimeout> | undefined;
    field.addEventListener("input", () => {
      writeAlt(view, figure, field.value);
      clearTimeout(timer);
      timer = setTimeout(pass, pauseMs);
    });
    field.addEventListener("keydown", (event) => {
      const isOther = event.isComposing || event.ctrlKey || event.metaKey;
      if (isOther || !["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      leave(view, figure);
    });
    figure.append(image, field);
    return figure;
  }

  override updateDOM(figure: HTMLElement): boolean {
    const { alt, shownAt } = this.picture;
    const image = figure.querySelector("img");
    const field = figure.querySelector("input");
    if (!image || !field || image.getAttribute("src") !== shownAt) return false;
    image.alt = alt;
    if (field !== document.activeElement) field.value = alt;
    return true;
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLInputElement;
  }
}

/** Puts a player in place of a picture that is none, if the browser can play it. */
function play(view: EditorView, image: HTMLImageElement): void {
  const player = document.createElement("video");
  player.controls = true;
  player.preload = "metadata";
  player.src = image.src;
  player.setAttribute("aria-label", image.alt);
  player.addEventListener("loadedmetadata", () => {
    if (image.isConnected) image.after(player);
    image.style.display = "none";
    view.requestMeasure();
  });
  view.requestMeasure();
}

function imageAt(view: EditorView, figure: HTMLElement): SyntaxNode | null {
  const pos = view.posAtDOM(figure);
  return enclosing(view.state, pos, pos, "Image");
}

function writeAlt(view: EditorView, figure: HTMLElement, alt: string): void {
  const node = imageAt(view, figure);
  const label = node && labelOf(node);
  if (label) view.dispatch({ changes: { ...label, insert: escapeLabel(alt) }, userEvent: "input.type" });
}

/** Goes on in the text, in the line below the picture. */
function leave(view: EditorView, figure: HTMLElement): void {
  const { doc } = view.state;
  const { number, to } = doc.lineAt(view.posAtDOM(figure));
  const below = Math.min(
    doc.lines,
    number + (doc.lines > number && doc.line(number + 1).text === "" ? 2 : 1),
  );
  const anchor = below > number ? doc.line(below).from : to;
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}
