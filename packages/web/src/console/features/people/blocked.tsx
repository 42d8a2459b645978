import type { Address } from "@freehold/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { MoreButton, usePagedList } from "../../components/paged-list.tsx";
import { digits } from "../../elements.ts";
import { formatError, LoadState } from "../../errors.tsx";
import { graphql } from "../../graphql.ts";
import { hostOf, nodeName } from "../../people/person-card.tsx";
import { BlockedCommenters } from "./blocked-commenters.tsx";
import { usePeopleCounts } from "./use-people.ts";

interface Block {
  readonly address: Address;
  readonly title: string | null;
  readonly url: string | null;
  readonly reason: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Blocked nodes and commenters. */
export function Blocked(): ReactElement {
  const messages = useMessages();
  const client = useQueryClient();
  const { data: counts } = usePeopleCounts();
  const [unblocked, setUnblocked] = useState<Block | null>(null);
  const list = usePagedList<Block>(["blocks"], query);
  const change = useMutation({
    mutationFn: async ({ block, isBlocked }: { block: Block; isBlocked: boolean }) => {
      const { address, reason } = block;
      if (isBlocked) await graphql(blockMutation, { input: { address, reason } });
      else await graphql(unblockMutation, { input: { address } });
      setUnblocked(isBlocked ? null : block);
      await client.invalidateQueries();
    },
  });
  const blocks = list.data ?? [];
  return (
    <>
      <LoadState
        of={list}
        empty={list.data && blocks.length === 0 && counts?.blocked === 0 && messages.people.empty.blocked}
      />
      <ul className="rows">
        {blocks.map((block) => (
          <BlockedRow
            key={block.address}
            block={block}
            onUnblock={() => change.mutate({ block, isBlocked: false })}
          />
        ))}
      </ul>
      <MoreButton list={list} />
      <BlockedCommenters />
      {change.error && <p role="alert">{formatError(messages, change.error)}</p>}
      <div className="undo" role="status">
        {unblocked && (
          <p>
            <span>{messages.people.unblocked(nodeName(unblocked))}</span>
            <Button
              look="plain"
              onClick={() => change.mutate({ block: unblocked, isBlocked: true })}
              text={messages.undo}
            />
          </p>
        )}
      </div>
    </>
  );
}

function BlockedRow({ block, onUnblock }: { block: Block; onUnblock: () => void }): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  return (
    <li className="row person" data-item={block.address} tabIndex={-1}>
      <Avatar address={block.address} />
      <div className="row-text">
        <strong className="row-name">{nodeName(block)}</strong>
        <small>
          {block.url && <span>{hostOf(block.url)}</span>}
          <span>{messages.people.since.blocked(site.day(Date.parse(block.createdAt)))}</span>
          {block.reason && <span>{messages.people.note(block.reason)}</span>}
        </small>
        {digits(block.address)}
      </div>
      <Button
        look="plain small"
        aria-label={`${messages.people.unblock} ${nodeName(block)}`}
        onClick={onUnblock}
        text={messages.people.unblock}
      />
    </li>
  );
}

const query = /* GraphQL */ `
  query Blocks($after: String) {
    blocks(first: 30, after: $after) {
      nodes { address title url reason createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const unblockMutation = /* GraphQL */ `
  mutation Unblock($input: DestroyBlockInput!) { destroyBlock(input: $input) }
`;
const blockMutation = /* GraphQL */ `
  mutation BlockAgain($input: CreateBlockInput!) { createBlock(input: $input) { isNotified } }
`;
