import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { graphqlField } from "./graphql.ts";

/** The value of a GraphQL query with one root field. */
export function useField<T>(
  queryKey: readonly unknown[],
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
) {
  return useQuery({ queryKey, queryFn: ({ signal }) => graphqlField<T>(document, variables, signal) });
}

/** An action that may change anything that is shown: all data is read again after it. */
export function useAction<T, Input = void>(mutationFn: (input: Input) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries() });
}
