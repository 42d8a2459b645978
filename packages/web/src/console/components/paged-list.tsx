import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { LoadState } from "../errors.tsx";
import { graphqlField } from "../graphql.ts";
import type { Page } from "../publications/publication.ts";
import { Button } from "./controls.tsx";

/** A list that is loaded page by page. */
interface Paged {
  readonly data: unknown;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
  refetch(): Promise<unknown>;
}

/** The items of a list, how it loads, and the button for more. */
export function PagedList<T>({
  list,
  items,
  empty,
  as: List = "ul",
  look = "rows",
  children,
}: {
  list: Paged;
  /** The items to show; `list` may have others. */
  items: readonly T[];
  /** The text for a list without items. */
  empty: string | false | undefined;
  as?: "ul" | "ol" | "div";
  look?: string;
  children: (item: T) => ReactNode;
}): ReactElement {
  const messages = useMessages();
  return (
    <>
      <LoadState of={list} empty={Boolean(list.data) && items.length === 0 && empty} />
      <List className={look}>{items.map(children)}</List>
      {list.hasNextPage && (
        <Button
          look="plain show-more"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          text={messages.more}
        />
      )}
    </>
  );
}

/**
 * A list that is loaded page by page; `items` holds all that are loaded, in order.
 *
 * @param queryKey of TanStack Query
 * @param document a query of one connection, with the cursor `$after`
 */
export function usePagedList<T>(
  queryKey: readonly unknown[],
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  { refetchInterval = false }: { refetchInterval?: number | false } = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      graphqlField<Page<T>>(document, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    select: ({ pages }) => pages.flatMap(({ nodes }) => nodes),
    refetchInterval,
  });
  return { ...list, items: list.data ?? [] };
}
