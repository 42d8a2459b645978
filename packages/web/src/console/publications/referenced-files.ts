import type { Hash } from "@freehold/protocol";
import { graphql } from "../graphql.ts";

/** The path under which a file is put into a text: by its hash, so that it leads to the same bytes on every node that has them. */
export const pathOfFile = (contentHash: string): string => `/ewp/contents/${contentHash}`;

/** The path under which the console sees what has a hash, be it a draft or somebody else's. */
export const pathOfContents = (contentHash: string): string => `/api/contents/${contentHash}`;

/** The hashes of the files of this node that texts refer to, each once. */
export function findFiles(texts: readonly string[]): Hash[] {
  const found = texts.flatMap((text) => [
    ...text.matchAll(/\]\(<?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g),
  ]);
  return [...new Set(found.map(([, hash]) => hash as Hash))];
}

/** A file of the owner's that is not signed. */
interface UnsignedFile {
  readonly id: string;
  readonly state: "DRAFT" | "LOCAL";
}

/**
 * The files of the owner's that texts refer to and that are not signed yet, in the order of the texts.
 *
 * @throws AskError
 */
export async function findUnsignedFiles(
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<UnsignedFile[]> {
  const replies = await Promise.all(
    findFiles(texts).map((contentHash) => graphql<StateReply>(stateQuery, { contentHash }, signal)),
  );
  return replies.flatMap(({ publication }) => {
    if (publication?.type !== "FILE" || publication.state === "SIGNED") return [];
    return [{ id: publication.id, state: publication.state }];
  });
}

/**
 * Lets readers see the drafts of files that texts refer to, at once or at the time at which the text is to be seen.
 *
 * @param at ISO 8601; null for now
 * @throws AskError
 */
export async function publishReferencedFiles(
  texts: readonly string[],
  at: string | null = null,
): Promise<void> {
  for (const { id, state } of await findUnsignedFiles(texts)) {
    if (state !== "DRAFT") continue;
    if (at === null) await graphql(showMutation, { input: { id, state: "LOCAL" } });
    else await graphql(scheduleMutation, { input: { id, at } });
  }
}

interface StateReply {
  readonly publication: {
    readonly id: string;
    readonly type: "POST" | "FILE";
    readonly state: "DRAFT" | "LOCAL" | "SIGNED";
  } | null;
}

const stateQuery = /* GraphQL */ `
  query StateOfFile($contentHash: ContentHash!) {
    publication(contentHash: $contentHash) {
      id
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

/** The Markdown that shows a picture or leads to a file; what would end its name early is escaped. */
export function writeReference({
  isPicture,
  name,
  path,
}: {
  isPicture: boolean;
  name: string;
  path: string;
}): string {
  const messages = name.replace(/\s+/g, " ").replace(/[\\[\]`*_<]/g, "\\$&");
  return `${isPicture ? "!" : ""}[${messages}](${path})`;
}
