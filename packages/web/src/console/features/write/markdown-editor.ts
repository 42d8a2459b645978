import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown, markdownKeymap } from "@codemirror/lang-markdown";
import { syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export interface MarkdownEditorOptions {
  readonly text: string;
  /** The nonce that the page's content security policy requires of styles. */
  readonly styleNonce: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  /** Receives pasted and dropped files. */
  readonly onFiles: (files: readonly File[]) => void;
}

export interface MarkdownEditor {
  /** Inserts a text at the cursor. */
  insert(text: string): void;
  focus(): void;
  close(): void;
}

/**
 * The Markdown editor. Tab moves to the next control, as everywhere on the page. Line ends stay as they are: only LF
 * separates lines, and CR is an ordinary character.
 */
export function openMarkdownEditor(parent: HTMLElement, options: MarkdownEditorOptions): MarkdownEditor {
  const { onChange, onFiles } = options;
  const take = (event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return false;
    event.preventDefault();
    onFiles(files);
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorView.cspNonce.of(options.styleNonce),
        EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
        EditorView.contentAttributes.of({ "aria-label": options.label, spellcheck: "true" }),
        EditorView.lineWrapping,
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.sliceDoc())),
        EditorView.domEventHandlers({
          paste: (event) => take(event, event.clipboardData),
          drop: (event) => take(event, event.dataTransfer),
        }),
        history(),
        drawSelection(),
        markdown({ completeHTMLTags: false, pasteURLAsLink: true }),
        syntaxHighlighting(classHighlighter),
        placeholder(options.placeholder),
        keymap.of([...markdownKeymap, ...withoutOurs, ...historyKeymap]),
      ],
    }),
  });
  return {
    insert(text) {
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

/** Ctrl+Enter publishes, so it must not insert a line. */
const withoutOurs = defaultKeymap.filter(({ key }) => key !== "Mod-Enter");
