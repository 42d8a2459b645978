import { useInfiniteQuery } from "@tanstack/react-query";
import type { Page } from "../publications/publication.ts";

/**
 * A list that comes page by page; `data` is everything that has come, in order.
 *
 * @param queryKey of TanStack Query: what tells this list from others
 * @param read the page after a cursor, the first one after null. @throws AskError
 */
export function usePages<T>(
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
