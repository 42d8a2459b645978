import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { standAlone } from "../commands/formatting.ts";
import { type Remedy, type Upload, type UploadMessages, UploadWidget } from "./upload-widget.ts";
import { dropFile, keepFile, leaveFile, type WaitingFile } from "./waiting-files.ts";

/** The services that the editor needs to add files. */
export interface UploadServices {
  /** @throws what `formatError` takes; an AbortError when it was cancelled */
  readonly upload: Upload;
  readonly formatError: (error: unknown) => string;
  /** The act without which another try would fail again; null for none. */
  readonly remedyOf: (error: unknown) => Remedy | null;
  readonly messages: UploadMessages;
  /** The stored draft; null before the first save. */
  readonly draftId: () => string | null;
}

/** The place of a file: a position, its key in the browser's store, and the pictures that came with it and stand in the text. */
interface UploadPlace {
  readonly pos: number;
  readonly key: string;
  readonly together: string[];
}

const start = StateEffect.define<{ pos: number; widget: UploadWidget }>();
const end = StateEffect.define<UploadWidget>();

/**
 * The files that are being uploaded, where each will stand. They are not part of the text: they are neither saved nor
 * undone.
 */
const uploading = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(start)) {
        const { pos, widget } = effect.value;
        next = next.update({ add: [Decoration.widget({ widget, side: 1, block: true }).range(pos)] });
      }
      if (effect.is(end)) {
        next = next.update({ filter: (_from, _to, { spec }) => spec.widget !== effect.value });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function positionOf(state: EditorState, widget: UploadWidget): number | null {
  for (const cursor = state.field(uploading).iter(); cursor.value; cursor.next()) {
    if (cursor.value.spec.widget === widget) return cursor.from;
  }
  return null;
}

/** Adds files to the text: pasted, dropped and chosen ones. They are uploaded one after the other and stand in their order. */
export function fileUploads(services: UploadServices) {
  let last = Promise.resolve();
  const open = new Set<string>();
  const begin = (view: EditorView, file: File, place: UploadPlace): void => {
    const { pos, key, together } = place;
    const drop = () => {
      open.delete(key);
      dropFile(key);
    };
    const widget = new UploadWidget(file, services.messages, {
      retry: () => run(view, widget, together, drop),
      remove() {
        drop();
        finish(view, widget);
        view.focus();
      },
    });
    open.add(key);
    view.dispatch({ effects: start.of({ pos, widget }) });
    last = last.then(() => run(view, widget, together, drop));
  };
  const add = (view: EditorView, files: readonly File[], pos = view.state.selection.main.to): void => {
    // Pictures that come at once are a gallery.
    const together: string[] = [];
    for (const file of files)
      begin(view, file, { pos, key: keepFile(file, { draft: services.draftId(), pos }), together });
    view.dispatch({ effects: EditorView.scrollIntoView(pos) });
    view.focus();
  };
  /** Goes on with the files that an earlier page did not upload. */
  const goOn = (view: EditorView, files: readonly WaitingFile[]): void => {
    for (const { file, key, pos } of files)
      begin(view, file, {
        key,
        pos: view.state.doc.lineAt(Math.min(pos, view.state.doc.length)).to,
        together: [],
      });
  };
  const leave = () => open.forEach(leaveFile);
  const run = async (
    view: EditorView,
    widget: UploadWidget,
    together: string[],
    drop: () => void,
  ): Promise<void> => {
    if (positionOf(view.state, widget) === null) return;
    try {
      const { markdown, removedMetadata } = await widget.upload(services.upload);
      // The next editor of the text uploads it again.
      if (!view.dom.isConnected) return;
      insert(view, widget, markdown, { stays: removedMetadata.length > 0, together });
      drop();
      if (removedMetadata.length > 0) widget.noteRemoved(removedMetadata);
    } catch (error) {
      const isCancelled = (error as Error).name === "AbortError";
      if (!isCancelled) widget.fail(services.formatError(error), services.remedyOf(error));
      view.requestMeasure();
    }
  };
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData;
      // Office programs copy a text together with a picture of it; a copied picture comes with HTML that names it.
      if (!data || data.files.length === 0 || data.types.includes("text/plain")) return false;
      event.preventDefault();
      add(view, [...data.files]);
      return true;
    },
    drop(event, view) {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return false;
      event.preventDefault();
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
      add(view, files, pos === null ? undefined : view.state.doc.lineAt(pos).to);
      return true;
    },
  });
  return { extension: [uploading, handlers], add, goOn, leave };
}

function finish(view: EditorView, widget: UploadWidget): void {
  view.dispatch({ effects: end.of(widget) });
  widget.close();
}

/** The end of the line of the picture that came just before with others, if nothing but an empty line parts it from a position. */
function pictureAbove({ doc }: EditorState, pos: number, together: readonly string[]): number | null {
  const line = doc.lineAt(pos);
  if (line.number < 3 || line.text !== "" || doc.line(line.number - 1).text !== "") return null;
  const above = doc.line(line.number - 2);
  const address = /\(([^()]*)\)$/.exec(together.at(-1) ?? "")?.[1];
  return address && above.text.startsWith("![") && above.text.includes(`](${address}`) ? above.to : null;
}

/** Replaces the placeholder of an upload by its Markdown, before it where it stays. A cursor there moves behind it. */
function insert(
  view: EditorView,
  widget: UploadWidget,
  markdown: string,
  { stays, together }: { stays: boolean; together: string[] },
): void {
  const { state } = view;
  const pos = positionOf(state, widget);
  if (pos === null) return;
  const isPicture = markdown.startsWith("![");
  const above = isPicture ? pictureAbove(state, pos, together) : null;
  const { insert } = above === null ? standAlone(state, pos, markdown) : { insert: `\n${markdown}\n\n` };
  const from = above ?? pos;
  const changes = state.changes({ from, to: pos, insert });
  if (isPicture) together.push(markdown);
  const { main } = state.selection;
  const isHere = main.empty && main.head === pos;
  view.dispatch({
    changes,
    effects: stays ? [] : end.of(widget),
    ...(isHere && { selection: { anchor: from + insert.length }, scrollIntoView: true }),
    userEvent: "input.paste",
  });
  if (!stays) widget.close();
}
