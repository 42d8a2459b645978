import type { ReactElement } from "react";
import { useWords } from "../words/use-words.ts";
import { useDeletions } from "./use-deletions.ts";

/** What was deleted a moment ago, and the way back. */
export function UndoBar(): ReactElement {
  const words = useWords();
  const deletions = useDeletions();
  return (
    <div className="undo" role="status">
      {deletions.pending().map(({ id, title }) => (
        <p key={id}>
          <span>{words.posts.deleted(title || words.signing.untitled)}</span>
          <button type="button" className="plain" onClick={() => deletions.takeBack(id)}>
            {words.undo}
          </button>
        </p>
      ))}
    </div>
  );
}
