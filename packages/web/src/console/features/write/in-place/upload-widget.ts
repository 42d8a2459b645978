import { WidgetType } from "@codemirror/view";
import type { UploadedFile } from "../../../upload-file.ts";

/** The texts of a file that is being uploaded. */
export interface UploadMessages {
  readonly uploading: (name: string) => string;
  readonly again: string;
  readonly remove: string;
  /** The metadata that was removed from a picture of that name. */
  readonly removed: (name: string, kinds: UploadedFile["removedMetadata"]) => string;
  readonly ok: string;
}

/**
 * Uploads a file.
 *
 * @param onProgress receives the uploaded share, from 0 to 1
 * @returns the Markdown that refers to it, and the kinds of data that were removed from a picture
 */
export type Upload = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<UploadResult>;

/** The way out of a failure that no second try ends. */
export interface Remedy {
  /** The text of its button. */
  readonly text: string;
  /** @returns whether a second try may succeed now */
  readonly act: () => Promise<boolean>;
}

export type UploadResult = Pick<UploadedFile, "removedMetadata"> & { readonly markdown: string };

/** A file on its way to the node: its picture or name, its progress, and the actions after a failure. */
export class UploadWidget extends WidgetType {
  readonly #file: File;
  readonly #messages: UploadMessages;
  readonly #retry: () => void;
  readonly #remove: () => void;
  readonly #element = document.createElement("div");
  readonly #below = document.createElement("div");
  #picture: string | null = null;
  #abort = new AbortController();

  constructor(file: File, messages: UploadMessages, acts: { retry(): void; remove(): void }) {
    super();
    this.#file = file;
    this.#messages = messages;
    this.#retry = acts.retry;
    this.#remove = () => {
      this.#abort.abort();
      acts.remove();
    };
    this.#element.className = "cm-upload";
    this.#element.append(...this.#preview(), this.#below);
    this.#showProgress();
  }

  override toDOM(): HTMLElement {
    return this.#element;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  /** Uploads the file, and shows how far it is. @throws as `send` does */
  async upload(send: Upload): Promise<UploadResult> {
    const bar = this.#showProgress();
    this.#abort = new AbortController();
    const onProgress = (share: number) => {
      bar.value = share;
    };
    return await send(this.#file, onProgress, this.#abort.signal);
  }

  /** Shows why it was not uploaded; the file is still here. */
  fail(problem: string, remedy: Remedy | null): void {
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = `${this.#file.name}: ${problem}`;
    const { again, remove } = this.#messages;
    const retry = async () => ((await remedy?.act()) ?? true) && this.#retry();
    this.#below.replaceChildren(text, button(remedy?.text ?? again, retry), button(remove, this.#remove));
  }

  /** Shows beside the picture which kinds of data were removed, until the note is dismissed. */
  noteRemoved(kinds: UploadedFile["removedMetadata"]): void {
    const text = document.createElement("p");
    text.setAttribute("role", "status");
    text.textContent = this.#messages.removed(this.#file.name, kinds);
    this.#element.replaceChildren(text, button(this.#messages.ok, this.#remove));
  }

  /** Releases the picture; call it when the file is no longer shown. */
  close(): void {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
  }

  #preview(): HTMLElement[] {
    if (!/^image\/(jpeg|png|webp|gif|avif)$/.test(this.#file.type)) return [];
    const image = document.createElement("img");
    this.#picture = URL.createObjectURL(this.#file);
    image.src = this.#picture;
    image.alt = "";
    return [image];
  }

  #showProgress(): HTMLProgressElement {
    const label = document.createElement("label");
    const bar = document.createElement("progress");
    bar.value = 0;
    label.append(this.#messages.uploading(this.#file.name), bar);
    this.#below.replaceChildren(label, button(this.#messages.remove, this.#remove));
    return bar;
  }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "quiet small";
  element.textContent = text;
  element.addEventListener("click", onClick);
  return element;
}
