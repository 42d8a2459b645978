import type { Address } from "@freehold/protocol";
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { graphql, graphqlField } from "./graphql.ts";

/** A hook that reads with `read`. */
function createQueryHook(read: typeof graphql) {
  return function useGraphql<T>(
    queryKey: readonly unknown[],
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: Omit<UseQueryOptions<T>, "queryKey" | "queryFn">,
  ) {
    const queryFn = ({ signal }: { signal: AbortSignal }) => read<T>(document, variables, signal);
    return useQuery({ ...options, queryKey, queryFn });
  };
}

/** The data of a GraphQL query. */
export const useData = createQueryHook(graphql);

/** The value of a GraphQL query with one root field. */
export const useField = createQueryHook(graphqlField);

/** An action that may change anything that is shown: all data is read again after it. */
export function useAction<T, Input = void>(mutationFn: (input: Input) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries() });
}

/** The owner of this node; null until it is loaded. */
export function useOwner(): Address | null {
  const { data } = useField<{ address: Address }>(["owner"], ownerQuery, {}, { staleTime: Infinity });
  return data?.address ?? null;
}

const ownerQuery = /* GraphQL */ `
  query Owner { profile { address } }
`;
