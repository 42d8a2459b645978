import { graphql, type TypedDocument } from "@freehold/client";
import type { Address } from "@freehold/protocol";
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type CallArguments, type Field, sendForField, sendJson } from "./graphql.ts";

/** The options of TanStack Query. */
type Options<T> = Omit<UseQueryOptions<T>, "queryKey" | "queryFn">;

/** The data of a GraphQL query. */
export function useData<Reply, Variables>(
  queryKey: readonly unknown[],
  document: TypedDocument<Reply, Variables>,
  ...[variables, options]: CallArguments<NoInfer<Variables>, Options<Reply>>
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => sendJson<Reply>(document, variables, signal);
  return useQuery({ ...options, queryKey, queryFn });
}

/** The value of a GraphQL query with one root field. */
export function useField<Reply, Variables>(
  queryKey: readonly unknown[],
  document: TypedDocument<Reply, Variables>,
  ...[variables, options]: CallArguments<NoInfer<Variables>, Options<Field<Reply>>>
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => sendForField(document, variables, signal);
  return useQuery({ ...options, queryKey, queryFn });
}

/** Whether a value that the schema calls JSON is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** An action that may change anything that is shown: all data is read again after it. */
export function useAction<T, Input = void>(mutationFn: (input: Input) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries() });
}

/** The owner of this node; null until it is loaded. */
export function useOwner(): Address | null {
  const { data } = useField(["owner"], ownerQuery, {}, { staleTime: Infinity });
  return data?.address ?? null;
}

const ownerQuery = graphql("query Owner { profile { address } }");
