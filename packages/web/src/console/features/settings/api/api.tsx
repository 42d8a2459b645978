import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from "graphql";
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button, CopyButton } from "../../../components/controls.tsx";
import { LoadState, Trouble } from "../../../errors.tsx";
import { useData } from "../../../queries.ts";
import { Link } from "../../../shell/routes.tsx";
import { openQueryEditor, type QueryEditor } from "./query-editor.ts";
import { formatDocument, type Outcome, runOperation, WrongVariables } from "./run-operation.ts";
import { SchemaDocs } from "./schema-docs.tsx";
import { readSketch, saveSketch } from "./sketch.ts";
import "./api.css";

/** The GraphQL API: an editor that completes and checks, the node's answer, and what the schema offers. */
export default function ApiSettings(): ReactElement {
  const { api, settings } = useMessages();
  const reading = useData<IntrospectionQuery>(["schema"], introspection, {}, { staleTime: Infinity });
  const schema = useMemo(() => reading.data && buildClientSchema(reading.data), [reading.data]);
  const [typeName, setTypeName] = useState("");
  return (
    <div className="api-view">
      <h2>{settings.names.api}</h2>
      <p className="hint">
        {api.hint} <Link to="/settings/access">{api.tokens}</Link>
      </p>
      <div className="api-endpoint">
        <code>{new URL("/api/graphql", location.href).href}</code>
        <CopyButton text={new URL("/api/graphql", location.href).href} />
      </div>
      <p className="hint">
        {api.agents} <a href={agentsPage}>{api.agentsPage}</a>
      </p>
      <div className="api-endpoint">
        <code>{new URL("/mcp", location.href).href}</code>
        <CopyButton text={new URL("/mcp", location.href).href} />
      </div>
      <LoadState of={reading} />
      <div className="api-columns">
        <Workbench schema={schema} onShowDocs={setTypeName} />
        {schema && <SchemaDocs schema={schema} typeName={typeName} onOpen={setTypeName} />}
      </div>
    </div>
  );
}

const agentsPage = "https://github.com/freehold-ewp/freehold/blob/main/docs/agents.md";
const introspection = getIntrospectionQuery({ schemaDescription: false });

/** The operation, its variables, and the answer. */
function Workbench({
  schema,
  onShowDocs,
}: {
  schema: GraphQLSchema | undefined;
  onShowDocs: (typeName: string) => void;
}): ReactElement {
  const { api } = useMessages();
  const [sketch] = useState(readSketch);
  const [variables, setVariables] = useState(sketch.variables);
  const editor = useRef<QueryEditor | null>(null);
  const { outcome, error, isRunning, run } = useRun();
  const variablesId = useId();
  const parent = useRef<HTMLDivElement>(null);
  const runNow = () => {
    if (editor.current) run({ text: editor.current.text, cursor: editor.current.cursor, variables });
  };
  const latest = useRef({ runNow, onShowDocs, variables, schema });
  latest.current = { runNow, onShowDocs, variables, schema };
  useEffect(() => {
    if (!parent.current) return;
    const opened = openQueryEditor(parent.current, {
      text: sketch.query || api.example,
      label: api.operation,
      phrases: api.phrases,
      styleNonce: document.getElementById("app")?.dataset.styleNonce ?? "",
      onChange: (query) => saveSketch({ query, variables: latest.current.variables }),
      onRun: () => latest.current.runNow(),
      onShowDocs: (name) => latest.current.onShowDocs(name),
    });
    editor.current = opened;
    if (latest.current.schema) opened.setSchema(latest.current.schema);
    return () => opened.close();
  }, [api, sketch]);
  useEffect(() => {
    if (schema) editor.current?.setSchema(schema);
  }, [schema]);
  return (
    <div className="api-bench">
      <div className="api-editor" ref={parent} />
      <div className="field">
        <label htmlFor={variablesId}>{api.variables}</label>
        <textarea
          id={variablesId}
          className="code-field"
          rows={3}
          spellCheck={false}
          value={variables}
          aria-invalid={error instanceof WrongVariables}
          onChange={({ target }) => {
            setVariables(target.value);
            saveSketch({ query: editor.current?.text ?? "", variables: target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            runNow();
          }}
        />
      </div>
      <div className="choices">
        <Button
          look="primary"
          onClick={runNow}
          disabled={isRunning}
          text={isRunning ? api.running : api.run}
        />
        <Button
          look="plain"
          onClick={() => editor.current?.replace(formatDocument(editor.current.text))}
          text={api.format}
        />
      </div>
      {error instanceof WrongVariables ? (
        <p role="alert" className="trouble">
          {api.wrongVariables}
        </p>
      ) : (
        <Trouble error={error} />
      )}
      <Answer outcome={outcome} />
    </div>
  );
}

function Answer({ outcome }: { outcome: Outcome | null }): ReactElement {
  const { api } = useMessages();
  return (
    <section className="api-answer" aria-label={api.answer}>
      <p role="status" className="hint">
        {outcome ? api.answered(outcome.status, outcome.bytes) : api.noAnswer}
      </p>
      {outcome && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys.
        <pre tabIndex={0}>{outcome.text}</pre>
      )}
    </section>
  );
}

/** Runs one operation at a time; a newer one ends the one before, and so does leaving the view. */
function useRun() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isRunning, setRunning] = useState(false);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const run = async (call: Parameters<typeof runOperation>[0]) => {
    current.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    setRunning(true);
    setError(null);
    try {
      const answered = await runOperation(call, signal);
      if (!signal.aborted) setOutcome(answered);
    } catch (reason) {
      if (!signal.aborted) setError(reason as Error);
    } finally {
      if (!signal.aborted) setRunning(false);
    }
  };
  return { outcome, error, isRunning, run };
}
