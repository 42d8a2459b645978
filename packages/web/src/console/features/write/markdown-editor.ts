import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown, markdownKeymap } from "@codemirror/lang-markdown";
import { syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export interface MarkdownEditorOptions {
  readonly text: string;
  /** What the page's policy wants styles to carry. */
  readonly styleNonce: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  /** Gets files that were pasted or dropped. */
  readonly onFiles: (files: readonly File[]) => void;
}

export interface MarkdownEditor {
  /** Puts a text where the cursor is, in a paragraph of its own when that is wanted. */
  insert(text: string): void;
  focus(): void;
  close(): void;
}

/**
 * The sheet: Markdown with its signs, and the keys of an editor. Tab goes on to the next control, as everywhere. Lines
 * end as they were written: LF alone separates them, and a CR stays the character that it is.
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

/** Ctrl+Enter signs, and makes no line. */
const withoutOurs = defaultKeymap.filter(({ key }) => key !== "Mod-Enter");
