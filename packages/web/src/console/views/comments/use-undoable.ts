import { useState } from "react";
import type { Undoable } from "../../shell/undo-note.tsx";
import { useWords } from "../../words/use-words.ts";
import type { Comment } from "./use-comments.ts";
import type { Moved, useModeration } from "./use-moderation.ts";

/** What can be taken back of moderation, and the last of it, in words. */
export function useUndoable(
  moderation: Pick<ReturnType<typeof useModeration>, "move" | "block" | "unblock">,
) {
  const { comments, people } = useWords();
  const [done, setDone] = useState<Undoable | null>(null);
  const move = (moved: Moved) => {
    const { ids, from, to } = moved;
    const words = comments.moved[to](ids.length);
    const undo = () => move({ ids, from: to, to: from });
    moderation.move.mutate(moved, { onSuccess: () => setDone({ words, undo }) });
  };
  const unblock = (id: string) => moderation.unblock.mutate(id, { onSuccess: () => setDone(null) });
  /** Blocks the author by mail of a comment. */
  const block = ({ id: commentId, authorName }: Comment, note: string) => {
    const words = people.isBlocked(authorName);
    moderation.block.mutate(
      { commentId, reason: note.trim() || null },
      { onSuccess: (id) => setDone({ words, undo: () => unblock(id) }) },
    );
  };
  return { done, move, block };
}
