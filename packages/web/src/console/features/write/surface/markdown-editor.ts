import { completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, type KeyBinding, keymap, placeholder } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
import { type ActionName, listActions } from "../commands/actions.ts";
import { type Heading, listHeadings } from "../commands/headings.ts";
import { goToWords, joinAfter, joinBefore } from "../commands/joins.ts";
import { newLine, newParagraph } from "../commands/line-breaks.ts";
import { indentItem, outdentItem } from "../commands/list-moves.ts";
import { postLanguage } from "../commands/post-language.ts";
import { separateParagraphs } from "../commands/separate-paragraphs.ts";
import { moveRow, nextCell, nextRow, previousCell } from "../commands/tables.ts";
import { liveView } from "../in-place/live-view.ts";
import { pastedHtml } from "../in-place/pasted-html.ts";
import type { ReadMediaType } from "../in-place/player-widget.ts";
import { fileUploads, type UploadServices } from "../in-place/uploads.ts";
import type { WaitingFile } from "../in-place/waiting-files.ts";
import { completions } from "./completions.ts";
import { focusMode } from "./focus-mode.ts";
import { formatBar } from "./format-bar.ts";
import { type MarkServices, markSource } from "./mark-menu.ts";
import { selectionToolbar } from "./selection-toolbar.ts";
import { openSlashMenu, slashSource } from "./slash-menu.ts";

export interface MarkdownEditorOptions extends UploadServices {
  readonly text: string;
  /** The selection at the start. */
  readonly selection: { readonly anchor: number; readonly head: number };
  /** The nonce that the page's content security policy requires of styles. */
  readonly styleNonce: string;
  readonly texts: ConsoleMessages["editor"];
  readonly onChange: (text: string) => void;
  /** Reads the media type of a stored file. */
  readonly readMediaType: ReadMediaType;
  /** Receives the path of a picture in the text and its description. */
  readonly describe: (source: string, alt: string) => void;
  readonly marks: MarkServices;
  /** Asks for pictures and files. */
  readonly chooseFiles: () => void;
  /** The cursor leaves the text upwards: into the title. */
  readonly onLeaveUp: () => void;
}

export interface MarkdownEditor {
  /** Adds pictures and files at the cursor. */
  addFiles(files: readonly File[]): void;
  /** Goes on with files that an earlier page did not upload. */
  goOnWith(files: readonly WaitingFile[]): void;
  /** Runs the action with this name, as its key does. */
  act(name: ActionName): void;
  /** Takes a text that was changed elsewhere; it can be undone. */
  replace(text: string): void;
  setFocusMode(isOn: boolean): void;
  /** The headings of the text, and the last one at or above the cursor; null above the first. */
  outline(): { readonly headings: readonly Heading[]; readonly current: Heading | null };
  /** Goes to a position, whose line is then at the top of the window. */
  goTo(pos: number): void;
  /** @param at where the cursor goes; where it was without it */
  focus(at?: "start" | "end"): void;
  close(): void;
}

/**
 * The Markdown editor. Tab moves an item of a list and goes to the next cell of a table; elsewhere, and after Escape, it moves to the
 * next control of the page. Line ends
 * stay as they are: only LF separates lines, and CR is an ordinary character.
 */
export function openMarkdownEditor(parent: HTMLElement, options: MarkdownEditorOptions): MarkdownEditor {
  const { texts, onChange } = options;
  const uploads = fileUploads(options);
  const focused = focusMode();
  const actions = listActions(options.chooseFiles, openSlashMenu);
  let isTaken = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      selection: EditorSelection.single(options.selection.anchor, options.selection.head),
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorState.phrases.of(texts.phrases),
        EditorView.cspNonce.of(options.styleNonce),
        EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
        EditorView.contentAttributes.of({ "aria-label": texts.label, spellcheck: "true" }),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.scrollMargins.of(() => ({ bottom: roomBelow })),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isTaken) onChange(state.sliceDoc());
        }),
        uploads.extension,
        pastedHtml((view, files) => uploads.add(view, files)),
        history(),
        drawSelection(),
        postLanguage,
        syntaxHighlighting(classHighlighter),
        liveView(options),
        separateParagraphs,
        focused.extension,
        placeholder(texts.placeholder),
        search({ top: true }),
        keymap.of(completionKeymap),
        completions([slashSource(actions, texts.actions), markSource(options.marks)]),
        isTouch()
          ? formatBar(actions, { label: texts.formatBar, actions: texts.actions })
          : selectionToolbar(actions, { label: texts.toolbar, actions: texts.actions }),
        keymap.of([
          ...actions.flatMap(({ key, run }) => (key ? [{ key, run, ...alone }] : [])),
          { key: "Tab", run: indentItem, shift: outdentItem },
          { key: "Tab", run: nextCell, shift: previousCell },
          { key: "Enter", run: nextRow, shift: newLine },
          { key: "Alt-ArrowUp", run: moveRow(-1) },
          { key: "Alt-ArrowDown", run: moveRow(1) },
          { key: "Enter", run: newParagraph },
          ...leaveUp(options.onLeaveUp),
          { key: "Home", run: (view) => goToWords(view, false), shift: (view) => goToWords(view, true) },
          {
            mac: "Cmd-ArrowLeft",
            run: (view) => goToWords(view, false),
            shift: (view) => goToWords(view, true),
          },
          { key: "Backspace", run: joinBefore },
          { key: "Delete", run: joinAfter },
          ...searchKeymap,
          ...withoutOurs,
          ...historyKeymap,
        ]),
      ],
    }),
  });
  return {
    addFiles: (files) => uploads.add(view, files),
    goOnWith: (files) => uploads.goOn(view, files),
    act(name) {
      actions.find((action) => action.name === name)?.run(view);
    },
    replace(text) {
      isTaken = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isTaken = false;
    },
    setFocusMode: (isOn) => focused.set(view, isOn),
    outline() {
      const { state } = view;
      const headings = listHeadings(state);
      return {
        headings,
        current: headings.findLast(({ from }) => from <= state.selection.main.head) ?? null,
      };
    },
    goTo(pos) {
      const anchor = view.state.doc.lineAt(Math.min(pos, view.state.doc.length)).to;
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(pos, { y: "start" }) });
      view.focus();
    },
    focus(at) {
      if (at) view.dispatch({ selection: { anchor: at === "start" ? 0 : view.state.doc.length } });
      view.focus();
    },
    close() {
      uploads.leave();
      view.destroy();
    },
  };
}

const isTouch = () => matchMedia("(pointer: coarse)").matches;

// The distance from the lower edge of the window, in pixels. The text has as much room below.
const roomBelow = 120;

/** Keys that the editor handles reach neither the page nor the browser. */
const alone = { preventDefault: true, stopPropagation: true } as const;

/** At the beginning of the text, the arrow up and Backspace lead into the title. */
function leaveUp(onLeaveUp: () => void): KeyBinding[] {
  const leave = (isThere: (view: EditorView) => boolean) => (view: EditorView) => {
    if (!view.state.selection.main.empty || !isThere(view)) return false;
    onLeaveUp();
    return true;
  };
  const isFirstRow = (view: EditorView) =>
    view.moveToLineBoundary(view.state.selection.main, false).head === 0;
  return [
    { key: "ArrowUp", run: leave(isFirstRow) },
    { key: "Backspace", run: leave(({ state }) => state.selection.main.head === 0) },
  ];
}

/** Ctrl+Enter publishes, so it must not insert a line. */
const withoutOurs = defaultKeymap.filter(({ key }) => key !== "Mod-Enter");
