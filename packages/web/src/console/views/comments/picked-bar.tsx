import type { ReactElement } from "react";
import { useWords } from "../../words/use-words.ts";
import type { CommentState } from "./use-comments.ts";

/** What can be done with all that are picked. */
export function PickedBar({
  state,
  count,
  onAll,
  onMove,
}: {
  state: CommentState;
  count: number;
  onAll: () => void;
  onMove: (to: CommentState) => void;
}): ReactElement | null {
  const words = useWords();
  if (count === 0) return null;
  return (
    <div className="picked" role="status">
      <span>{words.comments.picked(count)}</span>
      <span className="choices">
        <button type="button" className="quiet" onClick={onAll}>
          {words.comments.pickAll}
        </button>
        {state !== "REJECTED" && (
          <button type="button" className="plain" onClick={() => onMove("REJECTED")}>
            {words.comments.hide}
          </button>
        )}
        {state !== "PUBLISHED" && (
          <button type="button" onClick={() => onMove("PUBLISHED")}>
            {words.comments.approve}
          </button>
        )}
      </span>
    </div>
  );
}
