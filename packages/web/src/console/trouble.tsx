import { onlineManager } from "@tanstack/react-query";
import { type ReactElement, useSyncExternalStore } from "react";
import { sayProblem } from "./say-problem.ts";
import { useWords } from "./words/use-words.ts";

/** Whether the browser has a network. */
function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** What stands where something could not be read: what happened, and the next step. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement | null {
  const words = useWords();
  const isOnline = useOnline();
  if (!isOnline) return <p className="trouble">{words.offline}</p>;
  if (!error) return null;
  return (
    <div className="trouble" role="alert">
      <p>{words.failed(sayProblem(words, error))}</p>
      <button type="button" className="plain" onClick={onRetry}>
        {words.again}
      </button>
    </div>
  );
}
