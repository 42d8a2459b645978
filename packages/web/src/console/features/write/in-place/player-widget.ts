import { type EditorView, WidgetType } from "@codemirror/view";
import type { Hash } from "@freehold/protocol";
import { playerOf } from "../../../../markdown/players.ts";
import { pathOfContents } from "../../../publications/referenced-files.ts";

/** The media type of a stored file; null where there is none. */
export type ReadMediaType = (contentHash: Hash) => Promise<string | null>;

/** The player of a sound or a video above the link that stands alone in its paragraph; nothing for other files. */
export class PlayerWidget extends WidgetType {
  readonly contentHash: Hash;
  readonly label: string;
  readonly readMediaType: ReadMediaType;

  constructor(contentHash: Hash, label: string, readMediaType: ReadMediaType) {
    super();
    this.contentHash = contentHash;
    this.label = label;
    this.readMediaType = readMediaType;
  }

  override eq({ contentHash, label }: PlayerWidget): boolean {
    return contentHash === this.contentHash && label === this.label;
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("span");
    place.className = "cm-player";
    const show = (mediaType: string | null) => {
      const name = playerOf(mediaType ?? "");
      if (name === null) return;
      const player = document.createElement(name);
      player.controls = true;
      player.preload = name === "video" ? "metadata" : "none";
      player.src = pathOfContents(this.contentHash);
      player.setAttribute("aria-label", this.label);
      player.addEventListener("loadedmetadata", () => view.requestMeasure());
      place.append(player);
      view.requestMeasure();
    };
    // Without an answer it stays a link, as it is elsewhere.
    this.readMediaType(this.contentHash).then(show, () => {});
    return place;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
