import { graphql } from "@freehold/client";
import { addressOfContents } from "@freehold/protocol";
import { mutation } from "../../../graphql.ts";
import { readNodeUrl, writeReference } from "../../../publications/referenced-files.ts";
import { keepMediaType } from "../../../publications/use-played-files.ts";
import { uploadFile } from "../../../upload-file.ts";
import type { Upload } from "./upload-widget.ts";

/** The ids of the pictures that were uploaded here, by their paths. */
const uploaded = new Map<string, string>();

/** Uploads a file as a draft. A picture has no description yet: it is asked for in the text. @throws as `uploadFile` */
export const uploadAsMarkdown: Upload = async (file, onProgress, signal) => {
  const { id, contentHash, mediaType, removedMetadata } = await uploadFile(file, {
    description: "",
    onProgress,
    signal,
  });
  keepMediaType(contentHash, mediaType);
  const isPicture = /^image\/(jpeg|png|webp|gif|avif)$/.test(mediaType);
  const path = addressOfContents(await readNodeUrl(signal), contentHash);
  if (isPicture) uploaded.set(path, id);
  return { markdown: writeReference({ isPicture, name: isPicture ? "" : file.name, path }), removedMetadata };
};

/**
 * Gives a picture that was uploaded here the description that it has in the text: followers get both. What counts for readers
 * is the text, so a failure is not reported.
 */
export function describePicture(path: string, description: string): void {
  const id = uploaded.get(path);
  if (id !== undefined) describe({ id, description: description.trim() || null }).catch(() => {});
}

const describe = mutation(
  graphql(
    "mutation DescribePicture($input: UpdatePublicationInput!) { updatePublication(input: $input) { id } }",
  ),
);
