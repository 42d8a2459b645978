import { graphqlField } from "../graphql.ts";
import { useField } from "../queries.ts";

/** An earlier text of an own post, as in the GraphQL schema. */
export interface SavedText {
  readonly id: string;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly size: number;
}

/** The earlier texts of a draft or a post that the node has kept, newest first. @param id null for a post that was never saved */
export function useSavedTexts(id: string | null) {
  return useField<readonly SavedText[]>(
    ["saved-versions", id],
    versionsQuery,
    { id },
    // No cache: a new query includes texts that were saved in the meantime.
    { enabled: id !== null, gcTime: 0, staleTime: Infinity },
  );
}

/** The Markdown of one of them. @throws ApiError */
export async function readSavedText(id: string, signal: AbortSignal): Promise<string> {
  return (await graphqlField<{ body: string }>(textQuery, { id }, signal)).body;
}

const versionsQuery = /* GraphQL */ `
  query SavedVersions($id: ID!) { savedVersions(publicationId: $id) { id savedAt size } }
`;
const textQuery = /* GraphQL */ `
  query SavedText($id: ID!) { savedText(id: $id) { body } }
`;
