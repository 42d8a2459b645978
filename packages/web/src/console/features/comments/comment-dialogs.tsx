import { type ReactElement, useState } from "react";
import { BlockCommenterDialog, BlockDialog } from "../../people/block-dialog.tsx";
import type { Comment } from "./use-comments.ts";
import type { useModeration } from "./use-moderation.ts";

/**
 * Deletes a comment, which can be undone, and asks before its author is blocked.
 *
 * @returns `actsOn`, which does so for a comment, and the open dialog, to be rendered
 */
export function useCommentDialogs({ destroy, block }: ReturnType<typeof useModeration>) {
  const [asked, setAsked] = useState<Comment>();
  const actsOn = (comment: Comment) => ({
    onDelete: () => destroy(comment),
    onBlock: () => setAsked(comment),
  });
  const dialog = asked && (
    <BlockAuthorDialog comment={asked} onBlock={block} onClose={() => setAsked(undefined)} />
  );
  return { actsOn, dialog };
}

function BlockAuthorDialog({
  comment,
  onBlock,
  onClose,
}: {
  comment: Comment;
  onBlock: ReturnType<typeof useModeration>["block"];
  onClose: () => void;
}): ReactElement {
  const { authorName, authorAddress, mention } = comment;
  if (authorAddress) {
    return (
      <BlockDialog person={{ address: authorAddress, title: authorName, url: null }} onClose={onClose} />
    );
  }
  return (
    <BlockCommenterDialog
      commentId={comment.id}
      name={authorName}
      mention={mention}
      onConfirm={(choice) => onBlock(comment, choice)}
      onClose={onClose}
    />
  );
}
