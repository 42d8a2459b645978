import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { BlockCommenterDialog, BlockDialog } from "../../people/block-dialog.tsx";
import type { Comment } from "./use-comments.ts";
import type { useModeration } from "./use-moderation.ts";

/**
 * The dialogs that ask before a comment is deleted, or its author is blocked.
 *
 * @returns `actsOn`, which opens them for a comment, and the open dialog, to be rendered
 */
export function useCommentDialogs({ destroy, block }: ReturnType<typeof useModeration>) {
  const [asked, setAsked] = useState<{ readonly about: "delete" | "block"; readonly comment: Comment }>();
  const actsOn = (comment: Comment) => ({
    onDelete: () => setAsked({ about: "delete", comment }),
    onBlock: () => setAsked({ about: "block", comment }),
  });
  const onClose = () => setAsked(undefined);
  const dialog = asked && <CommentDialog {...asked} onDelete={destroy} onBlock={block} onClose={onClose} />;
  return { actsOn, dialog };
}

function CommentDialog({
  about,
  comment,
  onDelete,
  onBlock,
  onClose,
}: {
  about: "delete" | "block";
  comment: Comment;
  onDelete: ReturnType<typeof useModeration>["destroy"];
  onBlock: ReturnType<typeof useModeration>["block"];
  onClose: () => void;
}): ReactElement {
  const messages = useMessages();
  const { id, authorName, authorAddress, mention } = comment;
  if (about === "delete") {
    return (
      <ConfirmDialog
        title={messages.comments.deleteTitle(authorName)}
        explain={messages.comments.deleteExplain}
        act={messages.comments.delete}
        onConfirm={() => onDelete({ id })}
        onClose={onClose}
      />
    );
  }
  if (authorAddress) {
    return (
      <BlockDialog person={{ address: authorAddress, title: authorName, url: null }} onClose={onClose} />
    );
  }
  return (
    <BlockCommenterDialog
      name={authorName}
      mention={mention}
      onConfirm={(choice) => onBlock(comment, choice)}
      onClose={onClose}
    />
  );
}
