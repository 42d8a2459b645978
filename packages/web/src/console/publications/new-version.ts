import { graphql } from "@freehold/client";
import { mutation } from "../graphql.ts";

/** Begins a new version of a signed post, or takes the draft that was begun before. @returns its id. @throws ApiError */
export async function beginNewVersion(id: string): Promise<string> {
  return (await writeNewVersion({ id })).id;
}

const writeNewVersion = mutation(
  graphql(
    "mutation WriteNewVersion($input: WriteNewVersionInput!) { writeNewVersion(input: $input) { id } }",
  ),
);
