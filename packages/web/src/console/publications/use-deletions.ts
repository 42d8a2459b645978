import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ask } from "../ask.ts";
import { createDeletions, type Deletions } from "./deletions.ts";

/** Deletions go on while one is at another place of the console. */
const kept = new WeakMap<QueryClient, Deletions>();

/** The console's deletions, and which of them can still be taken back. */
export function useDeletions(): Deletions {
  const client = useQueryClient();
  const deletions = kept.get(client) ?? open(client);
  useSyncExternalStore(deletions.subscribe, deletions.pending);
  return deletions;
}

function open(client: QueryClient): Deletions {
  const deletions = createDeletions(
    (id) => ask(mutation, { input: { id } }),
    () => client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "sheet" }),
  );
  kept.set(client, deletions);
  return deletions;
}

const mutation = /* GraphQL */ `
  mutation DestroyPublication($input: DestroyPublicationInput!) {
    destroyPublication(input: $input) {
      id
    }
  }
`;
