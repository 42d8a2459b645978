import { graphql } from "@freehold/client";
import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { askField } from "../../graphql.ts";
import type { Publication, ReadingItem } from "../../publications/publication.ts";
import { onNews } from "../../shell/live-updates.ts";

type Head = Pick<Publication, "id" | "type">;

/**
 * How many posts have come since the timeline was read, as the node tells of them; nothing moves before its reader wants it.
 *
 * @param variables of the timeline that is shown
 * @param items of it, newest first
 */
export function useNewPosts(
  variables: Readonly<Record<string, unknown>>,
  items: readonly Pick<ReadingItem, "cursor">[],
): { readonly count: number; readonly forget: () => void } {
  const [head, setHead] = useState<readonly Head[]>([]);
  const shown = JSON.stringify(variables);
  useEffect(() => {
    const gone = new AbortController();
    const read = () =>
      askField(headQuery, JSON.parse(shown), gone.signal).then(
        ({ nodes }) =>
          setHead(
            nodes.map(({ cursor, publication }) => ({ id: cursor, type: publication?.type ?? "POST" })),
          ),
        // The next news, or the next visit, shows them.
        () => {},
      );
    const end = onNews("timeline", () => void read());
    return () => {
      end();
      gone.abort();
      setHead([]);
    };
  }, [shown]);
  return {
    count: countNew(
      head,
      items.map(({ cursor }) => ({ id: cursor })),
    ),
    forget: () => setHead([]),
  };
}

/** The posts before the first one that is shown already; pictures of posts come with them, and do not count. */
export function countNew(head: readonly Head[], items: readonly Pick<Publication, "id">[]): number {
  const known = new Set(items.map(({ id }) => id));
  const first = head.findIndex(({ id }) => known.has(id));
  return head.slice(0, first === -1 ? head.length : first).filter(({ type }) => type === "POST").length;
}

/** The button that shows new posts; read out when it appears. */
export function NewPosts({ count, onShow }: { count: number; onShow: () => void }): ReactElement {
  const messages = useMessages();
  return (
    <div className="new-posts" role="status">
      {count > 0 && <Button onClick={onShow} text={messages.showNew(count)} />}
    </div>
  );
}

const headQuery =
  graphql(`query TimelineHead($types: [PublicationType!], $tag: String, $publisher: Address, $feed: ID) {
  reading(first: 21, types: $types, tag: $tag, publisher: $publisher, feed: $feed) {
    nodes { cursor publication { type } }
    pageInfo { hasNextPage endCursor }
  }
}`);
