import { graphql, type ReplyOf } from "@freehold/client";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, mutation } from "../../../graphql.ts";
import { publishReferencedFiles } from "../../../publications/referenced-files.ts";
import { publishChanges } from "../../../publications/unpublished-changes.ts";

/** The post after a change; the address of a draft is null. */
const changedFields = graphql("fragment ChangedPost on Publication { revision state scheduledAt slug url }");
export type ChangedPost = ReplyOf<typeof changedFields>;

/**
 * Publishes a draft, or the changes of a published post, on this site, with its pictures.
 *
 * @param post.takeSlug whether to take over a slug that was the address of another post
 * @throws ApiError
 */
export async function publishText({
  id,
  body,
  slug,
  revision,
  takeSlug,
  isChanged,
}: Readonly<Record<"id" | "body" | "slug", string>> & {
  readonly revision: number;
  readonly takeSlug: boolean;
  /** Whether the text is that of changes of a published post, which the node has. */
  readonly isChanged: boolean;
}): Promise<ChangedPost> {
  if (isChanged) return await publishChanges({ id, body, revision, takeSlug });
  await publishReferencedFiles([body]);
  return await updatePost({ id, body, revision, takeSlug, slug: slug || null, state: "LOCAL" });
}

/**
 * Schedules when a draft is published on this site, with the pictures in it.
 *
 * @param at ISO 8601; null for never
 * @throws ApiError
 */
export async function schedulePost(id: string, at: string | null, body: string): Promise<ChangedPost> {
  if (at !== null) await publishReferencedFiles([body], at);
  const scheduled = await sendSchedule({ id, at });
  if (scheduled === null) throw new ApiError("NOT_FOUND", "The post was deleted.");
  return scheduled;
}

/** Reads again all data that a published post changes, except those of open editors. */
export async function refreshLists(client: QueryClient): Promise<void> {
  const held: readonly unknown[] = ["editor", "draft-copy", "saved-draft", "message-to-sign"];
  await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => !held.includes(name) });
}

const updatePost = mutation(
  graphql(
    "mutation ShowPost($input: UpdatePublicationInput!) { updatePublication(input: $input) { ...ChangedPost } }",
    [changedFields],
  ),
);
const sendSchedule = mutation(
  graphql(
    "mutation SchedulePost($input: SchedulePublicationInput!) { schedulePublication(input: $input) { ...ChangedPost } }",
    [changedFields],
  ),
);
