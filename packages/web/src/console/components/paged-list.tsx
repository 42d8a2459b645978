import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { graphqlField } from "../graphql.ts";
import type { Page } from "../publications/publication.ts";
import { Button } from "./controls.tsx";

/** Loads the next page of a list; hidden on the last. */
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
    <Button
      look="plain show-more"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
      text={messages.more}
    />
  );
}

/**
 * A list that is loaded page by page; `data` holds all loaded items, in order.
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
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      graphqlField<Page<T>>(document, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    select: ({ pages }) => pages.flatMap(({ nodes }) => nodes),
    refetchInterval,
  });
}
