import { ask } from "../ask.ts";

/** The path under which a file of this node is put into a text, while it is a draft and after. */
export const pathOfFile = (id: string): string => `/api/contents/${id}`;

/** The ids of the files of this node that texts refer to, each once. */
export function findFiles(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(/\]\(<?\/api\/contents\/(\d{1,15})\b/g)]);
  return [...new Set(found.map(([, id]) => id ?? ""))];
}

/**
 * Lets readers see the drafts of files that texts refer to, at once or at the time at which the text is to be seen.
 *
 * @param at ISO 8601; null for now
 * @throws AskError
 */
export async function showPictures(texts: readonly string[], at: string | null = null): Promise<void> {
  for (const id of findFiles(texts)) {
    const { publication } = await ask<{ publication: { type: string; state: string } | null }>(stateQuery, {
      id,
    });
    if (publication?.type !== "FILE" || publication.state !== "DRAFT") continue;
    if (at === null) await ask(showMutation, { input: { id, state: "LOCAL" } });
    else await ask(scheduleMutation, { input: { id, at } });
  }
}

const stateQuery = /* GraphQL */ `
  query StateOfFile($id: ID!) {
    publication(id: $id) {
      type
      state
    }
  }
`;
const showMutation = /* GraphQL */ `
  mutation ShowFile($input: UpdatePublicationInput!) {
    updatePublication(input: $input) {
      id
    }
  }
`;
const scheduleMutation = /* GraphQL */ `
  mutation ScheduleFile($input: SchedulePublicationInput!) {
    schedulePublication(input: $input) {
      id
    }
  }
`;
