import { type ReactElement, useId, useRef } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { graphql, graphqlField } from "../graphql.ts";

/** Asks for confirmation and a note before a commenter is blocked by email address. */
export function BlockCommenterDialog({
  name,
  onClose,
}: {
  name: string;
  /** Receives the note (empty for none), or null when cancelled. */
  onClose: (note: string | null) => void;
}): ReactElement {
  const messages = useMessages();
  const { people, comments } = messages;
  const note = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <Modal
      title={people.blockTitle(name)}
      onClose={(value) => onClose(value === "yes" ? (note.current?.value ?? "") : null)}
    >
      <p>{comments.blockExplain}</p>
      <form method="dialog">
        <label htmlFor={id}>{people.blockReason}</label>
        <input id={id} ref={note} maxLength={500} />
        <div className="choices">
          <Button type="submit" value="yes" text={people.block} />
          <Button type="submit" value="no" look="plain" text={messages.cancel} />
        </div>
      </form>
    </Modal>
  );
}

/** A commenter who is blocked by email address, as in the GraphQL schema. */
export interface CommenterBlock {
  readonly id: string;
  readonly authorName: string;
  readonly reason: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Blocks the email address of a comment's author. @returns the id of the block. @throws ApiError */
export async function blockCommenter(input: { commentId: string; reason: string | null }): Promise<string> {
  return await graphqlField<string>(blockMutation, { input });
}

/** @throws ApiError */
export const unblockCommenter = (id: string) => graphql(unblockMutation, { input: { id } });

/** A page of blocked commenters, newest first. */
export const commenterBlocksQuery = /* GraphQL */ `
  query CommenterBlocks($after: String) {
    commenterBlocks(first: 30, after: $after) {
      nodes { id authorName reason createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const blockMutation = /* GraphQL */ `
  mutation BlockCommenter($input: CreateCommenterBlockInput!) { createCommenterBlock(input: $input) }
`;
const unblockMutation = /* GraphQL */ `
  mutation UnblockCommenter($input: DestroyCommenterBlockInput!) { destroyCommenterBlock(input: $input) }
`;
