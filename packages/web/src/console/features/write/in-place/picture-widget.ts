import { undo } from "@codemirror/commands";
import { EditorView, WidgetType } from "@codemirror/view";
import { followDrag } from "../../../components/drag-order.ts";
import { enclosing, type SyntaxNode } from "../commands/formatting.ts";
import { changePicture, movePicture, picturesBeside } from "../commands/pictures.ts";
import { createFields, type DrawnPicture, type PictureTexts, showPicture } from "./picture-fields.ts";
import { layOutGallery } from "./picture-rows.ts";

/** The texts of a picture in the editor, and the listener for its description. */
export interface PictureServices {
  readonly texts: PictureTexts;
  readonly describe: (source: string, alt: string) => void;
}

/** How long a writer pauses before a description is passed on, in milliseconds. */
const pauseMs = 400;
/** So far a pointer moves before it drags a picture, in pixels. */
const dragFrom = 6;

/** A picture in place of its Markdown, and below it, once it is touched, the fields that are written into the Markdown. */
export class PictureWidget extends WidgetType {
  readonly picture: DrawnPicture;
  readonly services: PictureServices;

  constructor(picture: DrawnPicture, services: PictureServices) {
    super();
    this.picture = picture;
    this.services = services;
  }

  override eq({ picture }: PictureWidget): boolean {
    const { source, alt, caption, width, count, place } = this.picture;
    const isSame = source === picture.source && alt === picture.alt && caption === picture.caption;
    return isSame && width === picture.width && count === picture.count && place === picture.place;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { picture, services } = this;
    const figure = document.createElement("span");
    const button = document.createElement("button");
    const image = document.createElement("img");
    button.type = "button";
    button.className = "cm-picture-button";
    button.append(image);
    image.src = picture.shownAt;
    image.addEventListener("load", () => layOut(view, figure));
    // A sound or a video may be written as a picture, and nothing but its bytes says so.
    image.addEventListener("error", () => play(view, image), { once: true });
    // Not every browser focuses a button that is pressed, and the fields are shown by the focus.
    button.addEventListener("click", () => button.focus());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fields = createFields(services.texts, {
      onAlt(alt) {
        change(view, figure, { alt });
        clearTimeout(timer);
        timer = setTimeout(() => services.describe(picture.source, alt), pauseMs);
      },
      onCaption: (caption) => change(view, figure, { caption }),
      onWidth: (width) => change(view, figure, { width }),
      onMove: (step) => move(view, figure, { by: step, texts: services.texts }),
      onRemove: () => remove(view, figure),
    });
    image.draggable = false;
    // A finger that moves scrolls the page; for it there are the buttons.
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && event.pointerType !== "touch") drag(view, figure, event, services.texts);
    });
    figure.append(button, ...fields);
    showPicture(figure, picture, services.texts);
    figure.addEventListener("keydown", (event) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      const isDelete = event.target === button && /^(?:Delete|Backspace)$/.test(event.key);
      const isLeave = event.key === "Escape" || (isField && event.key === "Enter");
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : null;
      if (event.target === button && event.altKey && step !== null) {
        event.preventDefault();
        move(view, figure, { by: step, texts: services.texts });
      }
      if (!isField && (event.ctrlKey || event.metaKey) && event.key === "z" && undo(view)) {
        event.preventDefault();
        view.focus();
      }
      if (event.isComposing || event.ctrlKey || event.metaKey || !(isDelete || isLeave)) return;
      event.preventDefault();
      if (isDelete) remove(view, figure);
      else leave(view, figure);
    });
    for (const name of ["focusin", "focusout"]) figure.addEventListener(name, () => view.requestMeasure());
    layOut(view, figure);
    return figure;
  }

  override updateDOM(figure: HTMLElement, view: EditorView): boolean {
    const { shownAt } = this.picture;
    if (figure.querySelector("img")?.getAttribute("src") !== shownAt) return false;
    showPicture(figure, this.picture, this.services.texts);
    layOut(view, figure);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Gives the pictures of a gallery their widths, once they are in the page. */
function layOut(view: EditorView, figure: HTMLElement): void {
  view.requestMeasure({
    key: figure,
    read: () => figure.closest<HTMLElement>(".cm-line"),
    write: layOutGallery,
  });
}

/** Puts a player in place of a picture that is none, if the browser can play it. */
function play(view: EditorView, image: HTMLImageElement): void {
  const player = document.createElement("video");
  player.controls = true;
  player.preload = "metadata";
  player.src = image.src;
  player.setAttribute("aria-label", image.alt);
  player.addEventListener("loadedmetadata", () => {
    const button = image.parentElement;
    if (button?.isConnected) button.before(player);
    if (button) button.style.display = "none";
    view.requestMeasure();
  });
  view.requestMeasure();
}

function nodeAt(view: EditorView, figure: HTMLElement): SyntaxNode | null {
  const pos = view.posAtDOM(figure);
  return enclosing(view.state, pos, pos, "Image");
}

/** Writes into the Markdown of a picture. A width is that of its whole gallery. */
function change(view: EditorView, figure: HTMLElement, next: Parameters<typeof changePicture>[2]): void {
  const { state } = view;
  const node = nodeAt(view, figure);
  if (!node) return;
  const all = next.width === undefined ? [node] : picturesBeside(state, node);
  const changes = all.flatMap((one) => changePicture(state, one, next));
  view.dispatch({ changes, userEvent: next.width === undefined ? "input.type" : "input" });
}

/** The pictures of a gallery as they are drawn, in order. */
function drawnBeside(line: Element | null | undefined): HTMLElement[] {
  return [...(line?.querySelectorAll<HTMLElement>(".cm-picture.in-gallery") ?? [])];
}

/** Lets a picture of a gallery follow the pointer to another place. */
function drag(view: EditorView, figure: HTMLElement, event: PointerEvent, texts: PictureTexts): void {
  const items = () => drawnBeside(figure.closest(".cm-line"));
  const before = items().indexOf(figure);
  if (before === -1) return;
  followDrag(event, {
    items,
    slack: dragFrom,
    onOver(place) {
      figure.classList.toggle("is-dragged", place !== null);
      for (const [at, item] of items().entries()) {
        item.classList.toggle("is-before", at === place && at < before);
        item.classList.toggle("is-after", at === place && at > before);
      }
    },
    onDrop: (place) => move(view, figure, { by: place - before, texts }),
  });
}

/** Moves a picture among those of its gallery. The control that moved it keeps the focus; at an end, the other one has it. */
function move(
  view: EditorView,
  figure: HTMLElement,
  { by, texts }: { by: number; texts: PictureTexts },
): void {
  const { state } = view;
  const node = nodeAt(view, figure);
  if (!node) return;
  const pictures = picturesBeside(state, node);
  const place = pictures.findIndex(({ from }) => from === node.from) + by;
  const changes = movePicture(state, node, place);
  if (changes.length === 0) return;
  const control = document.activeElement?.closest<HTMLElement>("[data-move]")?.dataset.move;
  const galleries = () => [...view.contentDOM.querySelectorAll(".cm-gallery")];
  const at = galleries().findIndex((line) => line.contains(figure));
  const announced = EditorView.announce.of(texts.picture.moved(place + 1, pictures.length));
  view.dispatch({ changes, effects: announced, userEvent: "move" });
  const moved = drawnBeside(galleries()[at])[place];
  // Its fields are shown while it has the focus.
  moved?.querySelector<HTMLElement>(".cm-picture-button")?.focus();
  if (control === undefined) return;
  const find = (selector: string) => moved?.querySelector<HTMLElement>(`${selector}:enabled`);
  (find(`[data-move="${control}"]`) ?? find("[data-move]"))?.focus();
}

/** Takes a picture out of the text, and its line or link with it. */
function remove(view: EditorView, figure: HTMLElement): void {
  const { state } = view;
  const node = nodeAt(view, figure);
  if (!node) return;
  const { from, to } = node.parent?.name === "Link" ? node.parent : node;
  const line = state.doc.lineAt(from);
  const isAll = line.text.trim() === state.sliceDoc(from, to);
  const start = isAll ? Math.max(0, line.from - 1) : from;
  view.dispatch({
    changes: { from: start, to: isAll ? line.to : to },
    selection: { anchor: start },
    userEvent: "delete",
  });
  view.focus();
}

/** Goes on in the text, in the line below the pictures. */
function leave(view: EditorView, figure: HTMLElement): void {
  const { doc } = view.state;
  const node = nodeAt(view, figure);
  const last = node && (picturesBeside(view.state, node).at(-1) ?? node);
  const { number, to } = doc.lineAt(last?.to ?? view.posAtDOM(figure));
  const below = Math.min(
    doc.lines,
    number + (doc.lines > number && doc.line(number + 1).text === "" ? 2 : 1),
  );
  const anchor = below > number ? doc.line(below).from : to;
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}
