import type { Hash } from "@freehold/protocol";
import { graphql } from "../graphql.ts";

/** The path of a file in a text: by hash, so that it works on every node that has the file. */
export const pathOfFile = (contentHash: string): string => `/ewp/contents/${contentHash}`;

/** The path of any content for the console, also of drafts and of other nodes' files. */
export const pathOfContents = (contentHash: string): string => `/api/contents/${contentHash}`;

/** The hashes of the files of this node that texts refer to, each once. */
export function findFiles(texts: readonly string[]): Hash[] {
  const found = texts.flatMap((text) => [
    ...text.matchAll(/\]\(<?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g),
  ]);
  return [...new Set(found.map(([, hash]) => hash as Hash))];
}

interface UnsignedFile {
  readonly id: string;
  readonly state: "DRAFT" | "LOCAL";
}

/**
 * The owner's unsigned files that texts refer to, in the order of the texts.
 *
 * @throws ApiError
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
 * Publishes draft files that texts refer to on this site, now or when the text is scheduled.
 *
 * @param at ISO 8601; null for now
 * @throws ApiError
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
  query StateOfFile($contentHash: ContentHash!) { publication(contentHash: $contentHash) { id type state } }
`;
const showMutation = /* GraphQL */ `
  mutation ShowFile($input: UpdatePublicationInput!) { updatePublication(input: $input) { id } }
`;
const scheduleMutation = /* GraphQL */ `
  mutation ScheduleFile($input: SchedulePublicationInput!) { schedulePublication(input: $input) { id } }
`;

/** The Markdown of a picture or a link to a file, with the name escaped. */
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
