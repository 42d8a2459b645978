import { type Address, parseAddress } from "@freehold/protocol";
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { graphql, graphqlField } from "./graphql.ts";

type Options<T> = Omit<UseQueryOptions<T>, "queryKey" | "queryFn">;
type Variables = Readonly<Record<string, unknown>>;

/** The data of a GraphQL query. */
export function useData<T>(
  queryKey: readonly unknown[],
  document: string,
  variables?: Variables,
  options?: Options<T>,
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => graphql<T>(document, variables, signal);
  return useQuery({ ...options, queryKey, queryFn });
}

/** The value of a GraphQL query with one root field. */
export function useField<T>(
  queryKey: readonly unknown[],
  document: string,
  variables?: Variables,
  options?: Options<T>,
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => graphqlField<T>(document, variables, signal);
  return useQuery({ ...options, queryKey, queryFn });
}

/** An action that may change anything that is shown: all data is read again after it. */
export function useAction<T, Input = void>(mutationFn: (input: Input) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries() });
}

/** The owner of this node; null until it is loaded. */
export function useOwner(): Address | null {
  const { data } = useField<{ address: string }>(["owner"], ownerQuery, {}, { staleTime: Infinity });
  return parseAddress(data?.address);
}

const ownerQuery = /* GraphQL */ `
  query Owner { profile { address } }
`;
