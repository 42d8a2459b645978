import { graphql } from "@freehold/client";
import { askField } from "../graphql.ts";
import { useField } from "../queries.ts";

/** The earlier texts of a draft or a post that the node has kept, newest first. @param id null for a post that was never saved */
export function useSavedTexts(id: string | null) {
  return useField(
    ["saved-versions", id],
    versionsQuery,
    { id: id ?? "" },
    // No cache: a new query includes texts that were saved in the meantime.
    { enabled: id !== null, gcTime: 0, staleTime: Infinity },
  );
}

/** The Markdown of one of them. @throws ApiError */
export async function readSavedText(id: string, signal?: AbortSignal): Promise<string> {
  return (await askField(textQuery, { id }, signal)).body;
}

const versionsQuery = graphql(
  "query SavedVersions($id: ID!) { savedVersions(publicationId: $id) { id savedAt size } }",
);
const textQuery = graphql("query SavedText($id: ID!) { savedText(id: $id) { body } }");
