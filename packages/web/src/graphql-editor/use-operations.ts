import type { EditorView } from "@codemirror/view";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useEditorMessages } from "../messages/graphql-editor/use-editor-messages.ts";
import { replaceText } from "./code-editor.ts";
import { addRun, type Kept, type Run, readKept, writeKept } from "./kept.ts";
import { nameAtCursor, readVariables } from "./operations.ts";
import { runOperation } from "./requests.ts";

/** The editors of the page, while they are open. */
export interface Editors {
  readonly operation: RefObject<EditorView | null>;
  readonly variables: RefObject<EditorView | null>;
  readonly answer: RefObject<EditorView | null>;
}

const example = `# An example: the last five posts.
query Posts {
  publications(first: 5, types: [POST]) {
    nodes { title slug state tags }
    pageInfo { hasNextPage endCursor }
  }
}
`;

/** The texts and the history that the tab keeps, and the runs: one at a time, each noted in the history. */
export function useOperations(editors: Editors) {
  const texts = useEditorMessages();
  const [kept, setKept] = useState<Kept>(
    () => readKept(sessionStorage) ?? { operation: example, variables: "", runs: [] },
  );
  useEffect(() => writeKept(sessionStorage, kept), [kept]);
  const isRunning = useRef(false);
  const [state, setState] = useState<{
    readonly isRunning: boolean;
    readonly note: string;
    readonly isBad: boolean;
  }>({
    isRunning: false,
    note: texts.noAnswer,
    isBad: false,
  });

  async function run(): Promise<void> {
    if (isRunning.current || !editors.operation.current) return;
    const { doc, selection } = editors.operation.current.state;
    const operation = doc.toString();
    const variables = editors.variables.current?.state.doc.toString() ?? "";
    const read = readVariables(variables);
    if ("fault" in read) return setState({ isRunning: false, note: texts[read.fault], isBad: true });
    const name = nameAtCursor(operation, selection.main.head);
    isRunning.current = true;
    setState({ isRunning: true, note: texts.running, isBad: false });
    setKept((now) => ({ ...now, runs: addRun(now.runs, { name, operation, variables }) }));
    const request = {
      query: operation,
      variables: read.value,
      ...(name !== null && { operationName: name }),
    };
    try {
      const { text, milliseconds } = await runOperation(request);
      if (editors.answer.current) replaceText(editors.answer.current, text);
      setState({ isRunning: false, note: texts.seconds(milliseconds), isBad: false });
    } catch {
      setState({ isRunning: false, note: texts.notSent, isBad: true });
    } finally {
      isRunning.current = false;
    }
  }

  function open({ operation, variables }: Run): void {
    if (editors.operation.current) replaceText(editors.operation.current, operation);
    if (editors.variables.current) replaceText(editors.variables.current, variables);
    editors.operation.current?.focus();
  }

  return {
    ...state,
    kept,
    run,
    open,
    change: (changed: Partial<Kept>) => setKept((now) => ({ ...now, ...changed })),
  };
}
