import { json } from "@codemirror/lang-json";
import type { EditorView } from "@codemirror/view";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { useEditorMessages } from "../messages/graphql-editor/use-editor-messages.ts";
import { formatText } from "./code-editor.ts";
import { CodeField } from "./code-field.tsx";
import { HistoryView } from "./history-view.tsx";
import { listVariables } from "./operations.ts";
import type { Place } from "./schema-names.ts";
import { SchemaView } from "./schema-view.tsx";
import { type Editors, useOperations } from "./use-operations.ts";
import { useSchema } from "./use-schema.ts";
import { checkAgain, variablesLanguage } from "./variables-language.ts";

type Panel = "schema" | "history";

/** The page: an operation, its variables and its answer, and beside them the schema or the history. */
export function Workbench(): ReactElement {
  const texts = useEditorMessages();
  const editors: Editors = {
    operation: useRef<EditorView>(null),
    variables: useRef<EditorView>(null),
    answer: useRef<EditorView>(null),
  };
  const operations = useOperations(editors);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [path, setPath] = useState<readonly Place[]>([]);
  const { schema, isFailed, language, read } = useSchema(editors.operation, (place) => {
    setPath((now) => [...now, place]);
    setPanel("schema");
  });
  const [languages] = useState(() => ({
    variables: variablesLanguage(
      () => listVariables(editors.operation.current?.state.doc.toString() ?? ""),
      texts,
    ),
    answer: json(),
  }));
  const toggle = (name: Panel) => setPanel((now) => (now === name ? null : name));
  return (
    <main className={panel ? "workbench has-panel" : "workbench"}>
      <header>
        <a href="/console/settings/api">← {texts.dashboard}</a>
        <h1>{texts.title}</h1>
        <span className="choices">
          <PanelButton name="schema" open={panel} onToggle={toggle} />
          <PanelButton name="history" open={panel} onToggle={toggle} />
          <button
            type="button"
            className="plain"
            onClick={() =>
              [editors.operation, editors.variables].map(({ current }) => current && formatText(current))
            }
          >
            {texts.format}
          </button>
          <button
            type="button"
            aria-keyshortcuts="Control+Enter"
            disabled={operations.isRunning}
            onClick={() => void operations.run()}
          >
            {texts.run}
          </button>
        </span>
      </header>
      {panel && (
        <PanelFrame title={texts[panel]} onClose={() => setPanel(null)}>
          {panel === "history" ? (
            <HistoryView
              runs={operations.kept.runs}
              onOpen={operations.open}
              onRuns={(runs) => operations.change({ runs })}
            />
          ) : schema ? (
            <SchemaView schema={schema} path={path} onPath={setPath} />
          ) : (
            <p className="hint">{isFailed ? texts.noSchema : texts.loadingSchema}</p>
          )}
        </PanelFrame>
      )}
      <CodeField
        name="operation"
        label={texts.operation}
        text={operations.kept.operation}
        language={language}
        view={editors.operation}
        onChange={(operation) => {
          operations.change({ operation });
          editors.variables.current?.dispatch({ effects: checkAgain.of(null) });
        }}
        onRun={operations.run}
      />
      <CodeField
        name="variables"
        label={texts.variables}
        text={operations.kept.variables}
        language={languages.variables}
        view={editors.variables}
        onChange={(variables) => operations.change({ variables })}
        onRun={operations.run}
      />
      <CodeField
        name="answer"
        label={texts.answer}
        text=""
        language={languages.answer}
        view={editors.answer}
      />
      <footer>
        <p role="status" className={operations.isBad ? "bad" : ""}>
          {operations.note}
        </p>
        {isFailed && (
          <p className="bad">
            {texts.noSchema}{" "}
            <button type="button" className="plain small" onClick={() => void read()}>
              {texts.again}
            </button>
          </p>
        )}
        <p className="keys-hint">{texts.keys}</p>
      </footer>
    </main>
  );
}

function PanelButton({
  name,
  open,
  onToggle,
}: {
  name: Panel;
  open: Panel | null;
  onToggle: (name: Panel) => void;
}): ReactNode {
  const texts = useEditorMessages();
  return (
    <button type="button" className="plain" aria-expanded={open === name} onClick={() => onToggle(name)}>
      {texts[name]}
    </button>
  );
}

function PanelFrame({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const { close } = useEditorMessages();
  return (
    <aside className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <button type="button" className="quiet" onClick={onClose}>
          {close}
        </button>
      </div>
      {children}
    </aside>
  );
}
