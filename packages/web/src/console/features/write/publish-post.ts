import { graphql } from "../../graphql.ts";
import { publishReferencedFiles } from "../../publications/referenced-files.ts";

/** What the node has after a change. */
export interface ChangedPost {
  readonly id: string;
  readonly revision: number;
  readonly url: string | null;
  readonly scheduledAt: string | null;
}

/**
 * Shows a draft on the own site, or what was changed in a post that stands there, with the pictures in it.
 *
 * @throws AskError
 */
export async function publishLocally(input: {
  readonly id: string;
  readonly revision: number;
  readonly body: string;
  readonly slug: string;
}): Promise<ChangedPost> {
  await publishReferencedFiles([input.body]);
  const { updatePublication } = await graphql<{ updatePublication: ChangedPost }>(publishMutation, {
    input: { ...input, slug: input.slug || null, state: "LOCAL" },
  });
  return updatePublication;
}

/**
 * Says when a draft goes to the own site by itself, with the pictures in it.
 *
 * @param at ISO 8601; null for never
 * @throws AskError
 */
export async function schedulePost(id: string, at: string | null, body: string): Promise<ChangedPost> {
  if (at !== null) await publishReferencedFiles([body], at);
  return (await graphql<{ schedulePublication: ChangedPost }>(scheduleMutation, { input: { id, at } }))
    .schedulePublication;
}

const publishMutation = /* GraphQL */ `
  mutation ShowPost($input: UpdatePublicationInput!) {
    updatePublication(input: $input) {
      id
      revision
      url
      scheduledAt
    }
  }
`;
const scheduleMutation = /* GraphQL */ `
  mutation SchedulePost($input: SchedulePublicationInput!) {
    schedulePublication(input: $input) {
      id
      revision
      url
      scheduledAt
    }
  }
`;
