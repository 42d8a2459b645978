import { graphqlField } from "../../graphql.ts";
import { publishReferencedFiles } from "../../publications/referenced-files.ts";

/** The post after a change. */
export interface ChangedPost {
  readonly id: string;
  readonly revision: number;
  readonly url: string | null;
  readonly scheduledAt: string | null;
}

/**
 * Publishes a draft, or the changes of a published post, on this site, with the pictures in it.
 *
 * @throws ApiError
 */
export async function publishLocally(input: {
  readonly id: string;
  readonly revision: number;
  readonly body: string;
  readonly slug: string;
}): Promise<ChangedPost> {
  await publishReferencedFiles([input.body]);
  return await graphqlField<ChangedPost>(publishMutation, {
    input: { ...input, slug: input.slug || null, state: "LOCAL" },
  });
}

/**
 * Schedules when a draft is published on this site, with the pictures in it.
 *
 * @param at ISO 8601; null for never
 * @throws ApiError
 */
export async function schedulePost(id: string, at: string | null, body: string): Promise<ChangedPost> {
  if (at !== null) await publishReferencedFiles([body], at);
  return await graphqlField<ChangedPost>(scheduleMutation, { input: { id, at } });
}

const publishMutation = /* GraphQL */ `
  mutation ShowPost($input: UpdatePublicationInput!) {
    updatePublication(input: $input) { id revision url scheduledAt }
  }
`;
const scheduleMutation = /* GraphQL */ `
  mutation SchedulePost($input: SchedulePublicationInput!) {
    schedulePublication(input: $input) { id revision url scheduledAt }
  }
`;
