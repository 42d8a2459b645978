import type { Address } from "@freehold/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { digits } from "../../../site/digits.ts";
import { ask } from "../../ask.ts";
import { hostOf, nameOfNode } from "../../people/name-of-node.ts";
import { Portrait } from "../../people/portrait.tsx";
import type { Page } from "../../publications/publication.ts";
import { sayProblem } from "../../say-problem.ts";
import { MoreButton } from "../../shell/more-button.tsx";
import { usePages } from "../../shell/use-pages.ts";
import { Trouble } from "../../trouble.tsx";
import { useSiteWords, useWords } from "../../words/use-words.ts";
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

/** Whom the owner has blocked, and the way back. */
export function Blocked(): ReactElement {
  const words = useWords();
  const client = useQueryClient();
  const { data: counts } = usePeopleCounts();
  const [unblocked, setUnblocked] = useState<Block | null>(null);
  const list = usePages(
    ["blocks"],
    async (after, signal) => (await ask<Reply>(query, { after }, signal)).blocks,
  );
  const change = useMutation({
    mutationFn: async ({ block, isBlocked }: { block: Block; isBlocked: boolean }) => {
      const { address, reason } = block;
      if (isBlocked) await ask(blockMutation, { input: { address, reason } });
      else await ask(unblockMutation, { input: { address } });
      setUnblocked(isBlocked ? null : block);
      await client.invalidateQueries();
    },
  });
  const blocks = list.data ?? [];
  return (
    <>
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && blocks.length === 0 && counts?.blocked === 0 && (
        <p className="empty">{words.people.empty.blocked}</p>
      )}
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
      {change.error && <p role="alert">{sayProblem(words, change.error)}</p>}
      <div className="undo" role="status">
        {unblocked && (
          <p>
            <span>{words.people.unblocked(nameOfNode(unblocked))}</span>
            <button
              type="button"
              className="plain"
              onClick={() => change.mutate({ block: unblocked, isBlocked: true })}
            >
              {words.undo}
            </button>
          </p>
        )}
      </div>
    </>
  );
}

function BlockedRow({ block, onUnblock }: { block: Block; onUnblock: () => void }): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  return (
    <li className="row person" data-item={block.address} tabIndex={-1}>
      <Portrait address={block.address} />
      <div className="row-words">
        <strong className="row-name">{nameOfNode(block)}</strong>
        <small>
          {block.url && <span>{hostOf(block.url)}</span>}
          <span>{words.people.since.blocked(site.day(Date.parse(block.createdAt)))}</span>
          {block.reason && <span>{words.people.note(block.reason)}</span>}
        </small>
        {digits(block.address)}
      </div>
      <button
        type="button"
        className="plain small"
        aria-label={`${words.people.unblock} ${nameOfNode(block)}`}
        onClick={onUnblock}
      >
        {words.people.unblock}
      </button>
    </li>
  );
}

interface Reply {
  readonly blocks: Page<Block>;
}

const query = /* GraphQL */ `
  query Blocks($after: String) {
    blocks(first: 30, after: $after) {
      nodes {
        address
        title
        url
        reason
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
const unblockMutation = /* GraphQL */ `
  mutation Unblock($input: DestroyBlockInput!) {
    destroyBlock(input: $input)
  }
`;
const blockMutation = /* GraphQL */ `
  mutation BlockAgain($input: CreateBlockInput!) {
    createBlock(input: $input) {
      isTold
    }
  }
`;
