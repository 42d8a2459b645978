import type { Accepted, TypedDocument } from "@freehold/client";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { LoadState } from "../errors.tsx";
import { type ListReply, type Page, sendForField } from "../graphql.ts";
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

interface PagesOptions {
  readonly refetchInterval?: number | false;
  /** While another list with these options loads, the last one stays. */
  readonly keepsLast?: boolean;
}

/**
 * A list that is loaded page by page; `items` holds all that are loaded, in order.
 *
 * @param queryKey of TanStack Query
 * @param document a query of one connection, with the cursor `$after`
 */
export function usePagedList<Item, Variables extends { readonly after?: string | null }>(
  queryKey: readonly unknown[],
  document: TypedDocument<ListReply<Item>, Variables>,
  variables: Omit<Accepted<NoInfer<Variables>>, "after">,
  options?: PagesOptions,
) {
  const read = (after: string | null, signal: AbortSignal) =>
    sendForField(document, { ...variables, after }, signal);
  return usePages(queryKey, read, options);
}

/** The same for a list that `read` reads. @param read returns the page after a cursor, or the first */
export function usePages<Item>(
  queryKey: readonly unknown[],
  read: (after: string | null, signal: AbortSignal) => Promise<Page<Item>>,
  { refetchInterval = false, keepsLast = false }: PagesOptions = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
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
  const last = useRef<string | null>(null);
  /** With `toLast`, all between the last one and this become as this one is then. */
  const toggle = (id: string, { toLast = false } = {}) => {
    const [from, to] = [last.current, id].map((one) => all.findIndex((item) => item.id === one));
    last.current = id;
    const isRange = toLast && from !== undefined && to !== undefined && from >= 0 && to >= 0;
    const range = isRange
      ? all.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id)
      : [id];
    const others = ids.difference(new Set(range));
    setIds(ids.has(id) ? others : others.union(new Set(range)));
  };
  return {
    items: all.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle,
    set: (selected: readonly string[]) => setIds(new Set(selected)),
  };
}
