import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { LoadState } from "../errors.tsx";
import { graphqlField } from "../graphql.ts";
import type { Page } from "../publications/publication.ts";
import { Button } from "./controls.tsx";

/** A list that is loaded page by page. */
type Paged = Pick<
  UseInfiniteQueryResult,
  "data" | "error" | "isPending" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "refetch"
>;

/** The items of a list, how it loads, and the button for more. */
export function PagedList<T>({
  list,
  items = list.items,
  empty,
  as: List = "ul",
  look = "rows",
  children,
}: {
  list: Paged & { readonly items: readonly T[] };
  /** The items to show, if they are not all. */
  items?: readonly T[];
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
 * @param options.keepsLast while another list with these options loads, the last one stays
 */
export function usePagedList<T>(
  queryKey: readonly unknown[],
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  {
    refetchInterval = false,
    keepsLast = false,
  }: { refetchInterval?: number | false; keepsLast?: boolean } = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      graphqlField<Page<T>>(document, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    select: ({ pages }) => pages.flatMap(({ nodes }) => nodes),
    refetchInterval,
    placeholderData: (previous) => (keepsLast ? previous : undefined),
  });
  return { ...list, items: list.data ?? [] };
}

/** The items of a list that the owner selected. */
export function useSelection<T extends { readonly id: string }>(all: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    items: all.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle: (id: string) => setIds(ids.symmetricDifference(new Set([id]))),
    set: (selected: readonly string[]) => setIds(new Set(selected)),
  };
}
