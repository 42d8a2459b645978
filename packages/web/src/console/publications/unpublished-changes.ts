import { graphql } from "@freehold/client";
import { ApiError, askField, mutation } from "../graphql.ts";
import { publishReferencedFiles } from "./referenced-files.ts";

/**
 * Publishes the changes of a post on the site, with the pictures in them.
 *
 * @param changes.revision that of the changes
 * @param changes.takeSlug whether to take over a slug that was the address of another post
 * @throws ApiError
 */
export async function publishChanges({
  id,
  body,
  revision,
  takeSlug,
}: {
  readonly id: string;
  readonly body: string;
  readonly revision: number;
  readonly takeSlug: boolean;
}) {
  await publishReferencedFiles([body]);
  return await sendPublish({ id, revision, takeSlug });
}

/** Publishes the changes that the node has, of a post in a list. @throws ApiError CONFLICT where they were changed since */
export async function publishStoredChanges(id: string, revision: number): Promise<void> {
  const post = await askField(bodyQuery, { id });
  const body = post?.changes?.body;
  if (typeof body !== "string") throw new ApiError("NOT_FOUND", "The changes were discarded.");
  await publishChanges({ id, body, revision, takeSlug: false });
}

/** Discards the changes of a post. Their text stays in the history. @throws ApiError */
export const discardChanges = mutation(
  graphql("mutation DiscardChanges($input: DiscardChangesInput!) { discardChanges(input: $input) { id } }"),
);

/**
 * Puts an earlier text in the place of the text of a draft, or into the changes of a published post. What it replaces stays in the
 * history.
 *
 * @throws ApiError
 */
export async function restoreText(id: string, body: string): Promise<void> {
  const post = await askField(revisionQuery, { id });
  if (!post) throw new ApiError("NOT_FOUND", "The post was deleted.");
  const { changes } = post;
  const revision = changes && !changes.isOutdated ? changes.revision : post.revision;
  await saveText({ id, body, revision, keepsVersion: true });
}

const bodyQuery = graphql("query ChangedBody($id: ID!) { publication(id: $id) { changes { body } } }");
const revisionQuery = graphql(
  "query RevisionOf($id: ID!) { publication(id: $id) { revision changes { revision isOutdated } } }",
);
const sendPublish = mutation(
  graphql(
    `mutation PublishChanges($input: PublishChangesInput!) {
      publishChanges(input: $input) { revision state scheduledAt slug url }
    }`,
  ),
);
const saveText = mutation(
  graphql("mutation RestoreText($input: SaveDraftInput!) { saveDraft(input: $input) { id } }"),
);
