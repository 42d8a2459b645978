import type { PictureWidth } from "../../../../markdown/pictures/widths.ts";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
import type { TextPicture } from "../commands/pictures.ts";

/** The texts of a picture's fields. */
export type PictureTexts = Pick<ConsoleMessages["editor"], "alt" | "altHint" | "picture">;

/** A picture as the editor draws it: what the text says of it, and how many pictures its paragraph has; 0 within a sentence. */
export interface DrawnPicture extends TextPicture {
  readonly count: number;
  /** Its place among them, from 0 on. */
  readonly place: number;
}

interface Listeners {
  readonly onAlt: (alt: string) => void;
  readonly onCaption: (caption: string) => void;
  readonly onWidth: (width: PictureWidth) => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
}

const longestField = 2_000; // characters
const widths = ["normal", "wide", "full"] as const;

/** The fields of a picture: its caption, its description, its width, its place in a gallery, and the button that removes it. */
export function createFields(texts: PictureTexts, listeners: Listeners): HTMLElement[] {
  const caption = document.createElement("textarea");
  caption.className = "cm-caption";
  caption.rows = 1;
  caption.placeholder = texts.picture.caption;
  caption.addEventListener("input", () => listeners.onCaption(caption.value));
  const description = document.createElement("label");
  description.className = "cm-alt";
  const name = document.createElement("span");
  name.textContent = texts.picture.description;
  const alt = document.createElement("input");
  description.append(name, alt);
  alt.placeholder = texts.alt;
  alt.title = texts.altHint;
  alt.addEventListener("input", () => listeners.onAlt(alt.value));
  for (const [field, label] of [
    [caption, texts.picture.caption],
    [alt, texts.alt],
  ] as const) {
    field.maxLength = longestField;
    field.setAttribute("aria-label", label);
  }
  const row = document.createElement("span");
  row.className = "cm-picture-row";
  const group = document.createElement("span");
  group.className = "cm-widths";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", texts.picture.width);
  group.append(
    ...widths.map((width) => {
      const button = createButton(texts.picture.widths[width], () => listeners.onWidth(width));
      button.dataset.width = width;
      return button;
    }),
  );
  const places = document.createElement("span");
  places.className = "cm-places";
  for (const [step, sign, label] of [
    [-1, "←", texts.picture.earlier],
    [1, "→", texts.picture.later],
  ] as const) {
    const button = createButton(sign, () => listeners.onMove(step));
    button.dataset.move = String(step);
    button.title = label;
    button.setAttribute("aria-label", label);
    places.append(button);
  }
  row.append(group, places, createButton(texts.picture.remove, listeners.onRemove));
  return [caption, description, row];
}

function createButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet small";
  button.textContent = text;
  button.addEventListener("click", onClick);
  return button;
}

/** Shows in a drawn picture what the text says of it. A field in which somebody writes stays as it is. */
export function showPicture(figure: HTMLElement, picture: DrawnPicture, texts: PictureTexts): void {
  const { alt, caption, width, count, place } = picture;
  figure.className = [
    "cm-picture",
    count === 0 ? "in-line" : "",
    count > 1 ? "in-gallery" : "",
    count === 1 && width !== "normal" ? `is-${width}` : "",
    alt === "" ? "has-no-alt" : "",
    caption === "" ? "has-no-caption" : "",
  ]
    .filter((name) => name !== "")
    .join(" ");
  const image = figure.querySelector("img");
  if (image) image.alt = alt;
  figure.querySelector(".cm-picture-button")?.setAttribute("aria-label", texts.picture.name(alt));
  for (const [selector, value] of [
    [".cm-caption", caption],
    [".cm-alt input", alt],
  ] as const) {
    const field = figure.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
    if (field && field !== document.activeElement) field.value = value;
  }
  for (const button of figure.querySelectorAll<HTMLElement>("[data-width]"))
    button.setAttribute("aria-pressed", String(button.dataset.width === width));
  for (const button of figure.querySelectorAll<HTMLButtonElement>("[data-move]"))
    button.disabled = button.dataset.move === "-1" ? place === 0 : place === count - 1;
}
