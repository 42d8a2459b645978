import type { ReactElement } from "react";
import { useEditorMessages } from "../messages/graphql-editor/use-editor-messages.ts";
import type { Run } from "./kept.ts";

/** The operations that ran in this tab. A click puts one back into the editors. */
export function HistoryView({
  runs,
  onOpen,
  onRuns,
}: {
  runs: readonly Run[];
  onOpen: (run: Run) => void;
  onRuns: (runs: readonly Run[]) => void;
}): ReactElement {
  const texts = useEditorMessages();
  const ordered = [...runs.filter(({ isPinned }) => isPinned), ...runs.filter(({ isPinned }) => !isPinned)];
  const pin = (run: Run) =>
    onRuns(runs.map((one) => (one === run ? { ...one, isPinned: !one.isPinned } : one)));
  return (
    <>
      <p className="hint">{texts.historyHint}</p>
      {runs.length === 0 && <p className="hint">{texts.noHistory}</p>}
      <ul className="runs">
        {ordered.map((run) => (
          <li key={`${run.operation}\n${run.variables}`}>
            <button type="button" className="quiet run" onClick={() => onOpen(run)}>
              <span>{run.name ?? texts.unnamed}</span>
              <code>{run.operation.replaceAll(/\s+/g, " ")}</code>
              {run.variables.trim() !== "" && <code>{run.variables.replaceAll(/\s+/g, " ")}</code>}
            </button>
            <label className="pin">
              <input type="checkbox" checked={run.isPinned} onChange={() => pin(run)} />
              {texts.pin}
            </label>
            <button
              type="button"
              className="quiet small"
              onClick={() => onRuns(runs.filter((one) => one !== run))}
            >
              {texts.remove}
            </button>
          </li>
        ))}
      </ul>
      {runs.some(({ isPinned }) => !isPinned) && (
        <button
          type="button"
          className="plain small"
          onClick={() => onRuns(runs.filter(({ isPinned }) => isPinned))}
        >
          {texts.clear}
        </button>
      )}
    </>
  );
}
