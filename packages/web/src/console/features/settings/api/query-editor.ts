import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { graphqlLanguageSupport, graphql as graphqlMode } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";

export interface QueryEditorOptions {
  readonly text: string;
  readonly label: string;
  /** Translations of what the editor itself says. */
  readonly phrases: Readonly<Record<string, string>>;
  /** The nonce that the page's content security policy requires of styles. */
  readonly styleNonce: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  /** Receives the name of the type that the owner wants to read about. */
  readonly onShowDocs: (typeName: string) => void;
}

export interface QueryEditor {
  readonly text: string;
  /** Where the cursor is. */
  readonly cursor: number;
  replace(text: string): void;
  /** Completions and checks follow a schema from then on. */
  setSchema(schema: GraphQLSchema): void;
  close(): void;
}

/** An editor for GraphQL, by the language mode of the GraphiQL project. Tab moves to the next control. */
export function openQueryEditor(parent: HTMLElement, options: QueryEditorOptions): QueryEditor {
  const run = () => {
    options.onRun();
    return true;
  };
  // The mode keeps its first schema, so it comes with the schema; until then there is its syntax alone.
  const mode = new Compartment();
  const modeOptions = {
    onShowInDocs: (_field?: string, type?: string, parent?: string) =>
      options.onShowDocs((type ?? parent ?? "").replace(/[[\]!]/g, "")),
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorView.cspNonce.of(options.styleNonce),
        EditorView.contentAttributes.of({ "aria-label": options.label, autocapitalize: "off" }),
        EditorView.lineWrapping,
        EditorState.phrases.of(options.phrases),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) options.onChange(state.sliceDoc());
        }),
        lineNumbers(),
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        syntaxHighlighting(classHighlighter),
        mode.of(graphqlLanguageSupport()),
        keymap.of([
          { key: "Mod-Enter", run, preventDefault: true },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
      ],
    }),
  });
  return {
    get text() {
      return view.state.sliceDoc();
    },
    get cursor() {
      return view.state.selection.main.head;
    },
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    setSchema: (schema) => view.dispatch({ effects: mode.reconfigure(graphqlMode(schema, modeOptions)) }),
    close: () => view.destroy(),
  };
}
