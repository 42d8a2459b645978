import { graphql } from "@freehold/client";
import { mutation } from "../graphql.ts";

/** Begins a new version of a signed post, or takes the draft that was begun before. @returns its id. @throws ApiError */
export async function beginNewVersion(id: string): Promise<string> {
  return (await writeNewVersion({ id })).id;
}

/** Makes a draft with the text and the cover of a post. @returns its id. @throws ApiError */
export async function duplicatePost(id: string): Promise<string> {
  return (await duplicate({ id })).id;
}

const writeNewVersion = mutation(
  graphql(
    "mutation WriteNewVersion($input: WriteNewVersionInput!) { writeNewVersion(input: $input) { id } }",
  ),
);
const duplicate = mutation(
  graphql(
    "mutation Duplicate($input: DuplicatePublicationInput!) { duplicatePublication(input: $input) { id } }",
  ),
);
