import { graphql } from "@freehold/client";
import { useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import type { Undoable } from "../../components/undo-note.tsx";
import { mutation } from "../../graphql.ts";
import { type BlockChoice, blockCommenter, unblockCommenter } from "../../people/block-dialog.tsx";
import { type CommentMove, hideCommentsOf, moveComments } from "../../people/hide-comments.tsx";
import { restoreFromTrash } from "../../publications/deletions.ts";
import { useAction } from "../../queries.ts";
import type { Comment, CommentState } from "./use-comments.ts";

type StateOfComment = Pick<Comment, "id" | "state">;

/** Approves and hides comments, one or many, deletes one, and blocks authors by email; `done` can be undone. */
export function useModeration() {
  const { comments, people, trash } = useMessages();
  const [done, setDone] = useState<Undoable | null>(null);
  const acts = {
    move: useAction(moveAll),
    destroy: useAction(destroyComment),
    restore: useAction(restoreFromTrash),
    block: useAction(blockAuthor),
    unblock: useAction(unblockCommenter),
    open: useAction(openComments),
  };
  /** Moves those of the comments to a state that have another one. */
  const move = (all: readonly StateOfComment[], to: CommentState) => {
    const moved = all.filter(({ state }) => state !== to);
    if (moved.length === 0) return;
    const text = comments.moved[to](moved.length);
    acts.move.mutate([{ ids: idsOf(moved), to }], {
      onSuccess: () => setDone({ text, ...undoOf(moved) }),
    });
  };
  /** The way back; a comment that its author has not confirmed can't become one again. */
  const undoOf = (moved: readonly StateOfComment[]) => {
    const back = moderatedStates.map((to) => ({ to, ids: idsOf(moved.filter(({ state }) => state === to)) }));
    const moves = back.filter(({ ids }) => ids.length > 0);
    const texts = moves.map(({ to, ids }) => comments.moved[to](ids.length));
    const undo = () => acts.move.mutate(moves, { onSuccess: () => setDone({ text: texts.join(" ") }) });
    return moves.length > 0 ? { undo } : {};
  };
  const unblock = (id: string, showAgain = () => setDone(null)) =>
    acts.unblock.mutate({ id }, { onSuccess: showAgain });
  /** Blocks the author of a comment by their email address, or of a mention, or the whole site of a mention. */
  const block = ({ id: commentId, authorName, mention }: Comment, choice: BlockChoice) => {
    const isOfSite = mention !== null && (choice.wholeSite || mention.speaker === null);
    const isBlocked = people.isBlocked(isOfSite ? new URL(mention.source).host : authorName);
    acts.block.mutate(
      { commentId, choice },
      {
        onSuccess({ id, hidden }) {
          const text =
            hidden.length > 0 ? `${isBlocked} ${comments.moved.REJECTED(hidden.length)}` : isBlocked;
          const back = undoOf(hidden);
          setDone({ text, undo: () => unblock(id, back.undo) });
        },
      },
    );
  };
  const problem = Object.values(acts).find(({ error }) => error)?.error ?? null;
  const restore = (id: string) => acts.restore.mutate({ comments: [id] }, { onSuccess: () => setDone(null) });
  const destroy = ({ id, authorName }: Comment) =>
    acts.destroy.mutate(
      { id },
      { onSuccess: () => setDone({ text: trash.comment(authorName), undo: () => restore(id) }) },
    );
  return { move, block, destroy, open: acts.open.mutate, problem, done };
}

const moderatedStates = ["HELD", "PUBLISHED", "REJECTED"] as const satisfies readonly CommentState[];

const idsOf = (comments: readonly StateOfComment[]) => comments.map(({ id }) => id);

async function moveAll(moves: readonly CommentMove[]): Promise<void> {
  for (const move of moves) await moveComments(move);
}

/** Blocks the author of a comment, and hides what they wrote before, where that is chosen. */
async function blockAuthor({ commentId, choice }: { commentId: string; choice: BlockChoice }) {
  const { wholeSite, note, hides } = choice;
  const id = await blockCommenter({ commentId, wholeSite, reason: note.trim() || null });
  return { id, hidden: hides ? await hideCommentsOf({ sameAuthorAs: commentId }) : [] };
}
const destroyComment = mutation(
  graphql("mutation DestroyComment($input: DestroyCommentInput!) { destroyComment(input: $input) }"),
);
const openComments = mutation(
  graphql("mutation OpenComments($input: OpenCommentsInput!) { openComments(input: $input) }"),
);
