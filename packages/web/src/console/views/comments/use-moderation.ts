import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../ask.ts";
import { blockCommenter, unblockCommenter } from "../../people/commenter-blocks.ts";
import type { Comment, CommentState } from "./use-comments.ts";

/** Comments that moved together, and where they stood before. */
export interface Moved {
  readonly ids: readonly string[];
  readonly from: CommentState;
  readonly to: CommentState;
}

/** Shows and hides comments, many at once, deletes one for good, and blocks who wrote by mail. */
export function useModeration() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries();
  const move = useMutation({
    mutationFn: async (moved: Moved) => {
      await ask(moveMutation, { input: { ids: moved.ids, state: moved.to } });
      return moved;
    },
    onSettled: refresh,
  });
  const destroy = useMutation({
    mutationFn: (comment: Pick<Comment, "id">) => ask(destroyMutation, { input: { id: comment.id } }),
    onSettled: refresh,
  });
  const block = useMutation({ mutationFn: blockCommenter, onSettled: refresh });
  const unblock = useMutation({ mutationFn: unblockCommenter, onSettled: refresh });
  const open = useMutation({
    mutationFn: (input: { publicationId: string; open: boolean }) => ask(openMutation, { input }),
    onSettled: refresh,
  });
  const acts = { move, destroy, block, unblock, open };
  return { ...acts, problem: Object.values(acts).find(({ error }) => error)?.error ?? null };
}

const moveMutation = /* GraphQL */ `
  mutation ModerateComments($input: ModerateCommentsInput!) {
    moderateComments(input: $input) {
      id
    }
  }
`;
const destroyMutation = /* GraphQL */ `
  mutation DestroyComment($input: DestroyCommentInput!) {
    destroyComment(input: $input)
  }
`;
const openMutation = /* GraphQL */ `
  mutation OpenComments($input: OpenCommentsInput!) {
    openComments(input: $input)
  }
`;
