import { type ReactElement, useEffect, useState } from "react";
import { useWords } from "../../words/use-words.ts";
import type { Moved } from "./use-moderation.ts";

/** How long the way back is offered, in milliseconds. */
const undoMs = 10_000;

/** What was shown or hidden a moment ago, and the way back. */
export function MovedBar({
  moved,
  onUndo,
}: {
  moved: Moved | null;
  onUndo: (moved: Moved) => void;
}): ReactElement {
  const words = useWords();
  const [over, setOver] = useState<Moved | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(moved), undoMs);
    return () => clearTimeout(timer);
  }, [moved]);
  return (
    <div className="undo" role="status">
      {moved && moved !== over && (
        <p>
          <span>{words.comments.moved[moved.to](moved.ids.length)}</span>
          <button type="button" className="plain" onClick={() => onUndo(moved)}>
            {words.undo}
          </button>
        </p>
      )}
    </div>
  );
}
