import { graphql } from "@freehold/client";
import { useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import type { Undoable } from "../../components/undo-note.tsx";
import { mutation } from "../../graphql.ts";
import { type BlockChoice, blockCommenter, unblockCommenter } from "../../people/block-dialog.tsx";
import { useAction } from "../../queries.ts";
import type { Comment, CommentState } from "./use-comments.ts";

/** Comments that changed state together, and their previous state. */
interface Moved {
  readonly ids: readonly string[];
  /** A comment that its author has not confirmed can't become one again. */
  readonly from: Comment["state"];
  readonly to: CommentState;
}

/** Approves and hides comments, one or many, deletes one, and blocks authors by email; `done` can be undone. */
export function useModeration() {
  const { comments, people } = useMessages();
  const [done, setDone] = useState<Undoable | null>(null);
  const acts = {
    move: useAction(({ ids, to: state }: Moved) => moderateComments({ ids, state })),
    destroy: useAction(destroyComment),
    block: useAction(blockCommenter),
    unblock: useAction(unblockCommenter),
    open: useAction(openComments),
  };
  const move = (moved: Moved) => {
    const { ids, from, to } = moved;
    const text = comments.moved[to](ids.length);
    const note = from !== "PENDING" && { text, undo: () => move({ ids, from: to, to: from }) };
    acts.move.mutate(moved, { onSuccess: () => setDone(note || null) });
  };
  const unblock = (id: string) => acts.unblock.mutate({ id }, { onSuccess: () => setDone(null) });
  /** Blocks the author of a comment by their email address, or of a mention, or the whole site of a mention. */
  const block = ({ id: commentId, authorName, mention }: Comment, { note, wholeSite }: BlockChoice) => {
    const isOfSite = mention !== null && (wholeSite || mention.speaker === null);
    const text = people.isBlocked(isOfSite ? new URL(mention.source).host : authorName);
    acts.block.mutate(
      { commentId, wholeSite, reason: note.trim() || null },
      { onSuccess: (id) => setDone({ text, undo: () => unblock(id) }) },
    );
  };
  const problem = Object.values(acts).find(({ error }) => error)?.error ?? null;
  return { move, block, destroy: acts.destroy.mutate, open: acts.open.mutate, problem, done };
}

const moderateComments = mutation(
  graphql(
    "mutation ModerateComments($input: ModerateCommentsInput!) { moderateComments(input: $input) { id } }",
  ),
);
const destroyComment = mutation(
  graphql("mutation DestroyComment($input: DestroyCommentInput!) { destroyComment(input: $input) }"),
);
const openComments = mutation(
  graphql("mutation OpenComments($input: OpenCommentsInput!) { openComments(input: $input) }"),
);
