import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentRange,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

interface CodeEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly phrases: Readonly<Record<string, string>>;
  /** The language of the text, with its completions and checks. */
  readonly language: Extension;
  /** Without it the text can be read and copied, and not changed. */
  readonly onChange?: (text: string) => void;
  readonly onRun?: () => void;
}

/**
 * An editor for code. Tab goes to the next control of the page, so that the keyboard never stays in it.
 *
 * @returns its view; the caller destroys it
 */
export function openCodeEditor(parent: HTMLElement, options: CodeEditorOptions): EditorView {
  const { text, label, phrases, language, onChange, onRun } = options;
  const styleNonce = document.getElementById("app")?.dataset.styleNonce ?? "";
  const run = () => {
    onRun?.();
    return true;
  };
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      EditorView.cspNonce.of(styleNonce),
      EditorState.phrases.of(phrases),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      EditorView.lineWrapping,
      onChange
        ? EditorView.updateListener.of(
            ({ docChanged, state }) => docChanged && onChange(state.doc.toString()),
          )
        : EditorState.readOnly.of(true),
      lineNumbers(),
      foldGutter(),
      drawSelection(),
      history(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      highlightSelectionMatches(),
      search({ top: true }),
      syntaxHighlighting(classHighlighter),
      language,
      keymap.of([
        { key: "Mod-Enter", run },
        { key: "Ctrl-Enter", run },
        { key: "Alt-Shift-f", run: formatText },
        ...completionKeymap,
        ...closeBracketsKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...foldKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
    ],
  });
}

/** Indents every line by the rules of its language. Comments and line ends stay. */
export function formatText(view: EditorView): boolean {
  view.dispatch({ changes: indentRange(view.state, 0, view.state.doc.length), userEvent: "indent" });
  return true;
}

/** Puts another text into an editor. The owner can undo it. */
export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
