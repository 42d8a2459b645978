import { graphql } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import { UndoNotes } from "../../components/undo-note.tsx";
import { digits } from "../../elements.ts";
import { LoadError, Trouble } from "../../errors.tsx";
import { type ItemOf, mutation } from "../../graphql.ts";
import { createBlock, unblockCommenter } from "../../people/block-dialog.tsx";
import { hostOf, nodeName } from "../../people/person-card.tsx";
import { useAction } from "../../queries.ts";
import { usePeopleCounts } from "./use-people.ts";

type BlockedNode = ItemOf<typeof nodesQuery>;
type BlockedCommenter = ItemOf<typeof commentersQuery>;

/** Blocked nodes and commenters. */
export function Blocked(): ReactElement {
  const { people } = useMessages();
  const client = useQueryClient();
  const { data: counts } = usePeopleCounts();
  const [unblocked, setUnblocked] = useState<BlockedNode | null>(null);
  const list = usePagedList(["blocks"], nodesQuery, {});
  const change = useMutation({
    mutationFn: async ({ block, isBlocked }: { block: BlockedNode; isBlocked: boolean }) => {
      const { address, reason } = block;
      await (isBlocked ? createBlock({ address, reason }) : destroyBlock({ address }));
      setUnblocked(isBlocked ? null : block);
      await client.invalidateQueries();
    },
  });
  return (
    <>
      <PagedList list={list} empty={counts?.blocked === 0 && people.empty.blocked}>
        {(block) => (
          <BlockedRow
            key={block.address}
            block={block}
            name={nodeName(block)}
            onUnblock={() => change.mutate({ block, isBlocked: false })}
          />
        )}
      </PagedList>
      <BlockedCommenters />
      <Trouble error={change.error} />
      <UndoNotes
        done={
          unblocked
            ? [
                {
                  text: people.unblocked(nodeName(unblocked)),
                  undo: () => change.mutate({ block: unblocked, isBlocked: true }),
                },
              ]
            : []
        }
      />
    </>
  );
}

/** Commenters who are blocked by email address, authors of mentions and sites; hidden when there are none. */
function BlockedCommenters(): ReactElement {
  const { people } = useMessages();
  const list = usePagedList(["commenter-blocks"], commentersQuery, {});
  const describe = ({ site, authorUrl }: BlockedCommenter): string[] => {
    if (site === null) return [people.blockedByEmail];
    return authorUrl === null ? [people.blockedSite] : [authorUrl, people.blockedThrough(site)];
  };
  const unblock = useAction(unblockCommenter);
  if (list.items.length === 0) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <section>
      <h2>{people.blockedByMail}</h2>
      <p className="hint">{people.blockedByMailHint}</p>
      <PagedList list={list} empty={false}>
        {(block) => (
          <BlockedRow
            key={block.id}
            block={block}
            name={block.authorName}
            about={describe(block)}
            onUnblock={() => unblock.mutate({ id: block.id })}
          />
        )}
      </PagedList>
      <Trouble error={unblock.error} />
    </section>
  );
}

/** A blocked node, or a blocked commenter without an address. */
function BlockedRow({
  block: { address, url, reason, createdAt },
  name,
  about = [],
  onUnblock,
}: {
  block: Pick<BlockedNode, "reason" | "createdAt"> & Partial<BlockedNode>;
  name: string;
  /** Lines that say what exactly is blocked. */
  about?: readonly string[];
  onUnblock: () => void;
}): ReactElement {
  const { people } = useMessages();
  const site = useSiteMessages();
  return (
    <li className={address ? "row person" : "row"} data-item={address} tabIndex={address && -1}>
      {address && <Avatar address={address} />}
      <div className="row-text">
        <strong className="row-name">{name}</strong>
        <small>
          {url && <span>{hostOf(url)}</span>}
          {about.map((text) => (
            <span key={text}>{text}</span>
          ))}
          <span>{people.since.blocked(site.day(Date.parse(createdAt)))}</span>
          {reason && <span>{people.note(reason)}</span>}
        </small>
        {address && digits(address)}
      </div>
      <Button
        look="plain small"
        aria-label={`${people.unblock} ${name}`}
        onClick={onUnblock}
        text={people.unblock}
      />
    </li>
  );
}

const nodesQuery = graphql(`query Blocks($after: String) {
  blocks(first: 30, after: $after) {
    nodes { address title url reason createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`);
const commentersQuery = graphql(`query CommenterBlocks($after: String) {
  commenterBlocks(first: 30, after: $after) {
    nodes { id authorName site authorUrl reason createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`);
const destroyBlock = mutation(
  graphql("mutation Unblock($input: DestroyBlockInput!) { destroyBlock(input: $input) }"),
);
