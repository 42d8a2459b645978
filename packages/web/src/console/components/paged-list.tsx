import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import type { Page } from "../publications/publication.ts";

/** Fetches the next page of a list, where there is one. */
export function MoreButton({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
}): ReactElement | null {
  const messages = useMessages();
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="plain show-more"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {messages.more}
    </button>
  );
}

/**
 * A list that comes page by page; `data` is everything that has come, in order.
 *
 * @param queryKey of TanStack Query: what tells this list from others
 * @param read the page after a cursor, the first one after null. @throws AskError
 */
export function usePagedList<T>(
  queryKey: readonly unknown[],
  read: (after: string | null, signal: AbortSignal) => Promise<Page<T>>,
  { refetchInterval = false }: { refetchInterval?: number | false } = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    select: ({ pages }) => pages.flatMap(({ nodes }) => nodes),
    refetchInterval,
  });
}
