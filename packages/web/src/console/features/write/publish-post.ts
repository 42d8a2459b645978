import type { QueryClient } from "@tanstack/react-query";
import { mutation } from "../../graphql.ts";
import type { Publication } from "../../publications/publication.ts";
import { publishReferencedFiles } from "../../publications/referenced-files.ts";

/** The post after a change. */
export interface ChangedPost {
  readonly revision: number;
  readonly state: Publication["state"];
  readonly scheduledAt: string | null;
  readonly slug: string | null;
  /** The address of its page; null for a draft. */
  readonly url: string | null;
}

/**
 * Publishes a draft, or the changes of a published post, on this site, with its pictures.
 *
 * @param post.takeSlug whether to take over a slug that was the address of another post
 * @throws ApiError
 */
export async function publishLocally(
  post: Readonly<Record<"id" | "body" | "slug", string>> & {
    readonly revision: number;
    readonly takeSlug: boolean;
  },
): Promise<ChangedPost> {
  await publishReferencedFiles([post.body]);
  return await updatePost({ ...post, slug: post.slug || null, state: "LOCAL" });
}

/**
 * Schedules when a draft is published on this site, with the pictures in it.
 *
 * @param at ISO 8601; null for never
 * @throws ApiError
 */
export async function schedulePost(id: string, at: string | null, body: string): Promise<ChangedPost> {
  if (at !== null) await publishReferencedFiles([body], at);
  return await sendSchedule({ id, at });
}

/** Reads again what a published post changes: everything but what open editors hold. */
export async function refreshLists(client: QueryClient): Promise<void> {
  const held: readonly unknown[] = ["editor", "draft-copy", "saved-draft", "message-to-sign"];
  await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => !held.includes(name) });
}

const updatePost = mutation<object, ChangedPost>(/* GraphQL */ `
  mutation ShowPost($input: UpdatePublicationInput!) {
    updatePublication(input: $input) { revision state scheduledAt slug url }
  }
`);
const sendSchedule = mutation<{ id: string; at: string | null }, ChangedPost>(/* GraphQL */ `
  mutation SchedulePost($input: SchedulePublicationInput!) {
    schedulePublication(input: $input) { revision state scheduledAt slug url }
  }
`);
