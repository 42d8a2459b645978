import { graphql } from "@freehold/client";
import type { Hash } from "@freehold/protocol";
import { askField, mutation } from "../graphql.ts";

/** The address of this node. @throws ApiError */
export async function readNodeUrl(signal?: AbortSignal): Promise<string> {
  return (await askField(nodeUrlQuery, {}, signal)).url;
}

export const nodeUrlQuery = graphql("query NodeUrl { profile { url } }");

/** The path of any content for the console, also of drafts and of other nodes' files. */
export const pathOfContents = (contentHash: string): string => `/api/contents/${contentHash}`;

/** The hashes of the files that texts refer to, here or at any node, each once. */
export function findFiles(texts: readonly string[]): Hash[] {
  const found = texts.flatMap((text) => [
    ...text.matchAll(
      /\]\(<?(?:https:\/\/[^/?#\s<>()]{1,255})?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#\s>)])/g,
    ),
  ]);
  return [...new Set(found.map(([, hash]) => hash as Hash))];
}

/** The owner's unsigned files that texts refer to, in the order of the texts. @throws ApiError */
export async function findUnsignedFiles(texts: readonly string[], signal?: AbortSignal) {
  const found = await Promise.all(
    findFiles(texts).map((contentHash) => askField(stateQuery, { contentHash }, signal)),
  );
  return found
    .filter((publication) => publication !== null)
    .filter(({ type, state }) => type === "FILE" && state !== "SIGNED");
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
    await (at === null ? updateFile({ id, state: "LOCAL" }) : scheduleFile({ id, at }));
  }
}

const stateQuery = graphql(`query StateOfFile($contentHash: ContentHash!) {
  publication(contentHash: $contentHash) { id type state description filename }
}`);
const updateFile = mutation(
  graphql("mutation ShowFile($input: UpdatePublicationInput!) { updatePublication(input: $input) { id } }"),
);
const scheduleFile = mutation(
  graphql(
    "mutation ScheduleFile($input: SchedulePublicationInput!) { schedulePublication(input: $input) { id } }",
  ),
);

/** The Markdown of a picture or a link to a file, with the name escaped. A picture may have no description. */
export function writeReference(file: { isPicture: boolean; name: string; path: string }): string {
  const { isPicture, name, path } = file;
  return `${isPicture ? "!" : ""}[${escapeLabel(name)}](${path})`;
}

/** A text as it stands between the brackets of a link or a picture. */
export function escapeLabel(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\[\]`*_<]/g, "\\$&");
}
