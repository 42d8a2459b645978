import { type ReactElement, useId, useRef } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { mutation } from "../graphql.ts";

/** Asks for confirmation and a note before a commenter is blocked by email address. */
export function BlockCommenterDialog({
  name,
  onConfirm,
  onClose,
}: {
  name: string;
  /** Receives the note; empty for none. */
  onConfirm: (note: string) => void;
  onClose: () => void;
}): ReactElement {
  const { people, comments } = useMessages();
  const note = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <ConfirmDialog
      title={people.blockTitle(name)}
      explain={comments.blockExplain}
      act={people.block}
      onConfirm={() => onConfirm(note.current?.value ?? "")}
      onClose={onClose}
    >
      <label htmlFor={id}>{people.blockReason}</label>
      <input id={id} ref={note} maxLength={500} />
    </ConfirmDialog>
  );
}

/** Blocks the email address of a comment's author. The result is the id of the block. */
export const blockCommenter = mutation<{ commentId: string; reason: string | null }, string>(/* GraphQL */ `
  mutation BlockCommenter($input: CreateCommenterBlockInput!) { createCommenterBlock(input: $input) }
`);
export const unblockCommenter = mutation<{ id: string }>(/* GraphQL */ `
  mutation UnblockCommenter($input: DestroyCommenterBlockInput!) { destroyCommenterBlock(input: $input) }
`);
