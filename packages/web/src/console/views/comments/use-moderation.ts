import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../ask.ts";
import type { Comment, CommentState } from "./use-comments.ts";

/** Comments that moved together, and where they stood before. */
export interface Moved {
  readonly ids: readonly string[];
  readonly from: CommentState;
  readonly to: CommentState;
}

/** Shows and hides comments, many at once, and deletes one for good. */
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
  const open = useMutation({
    mutationFn: (input: { publicationId: string; open: boolean }) => ask(openMutation, { input }),
    onSettled: refresh,
  });
  return { move, destroy, open, problem: move.error ?? destroy.error ?? open.error };
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
