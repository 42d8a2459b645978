import { pathOfFile, writeReference } from "../../../publications/referenced-files.ts";
import { uploadFile } from "../../../upload-file.ts";
import type { Upload } from "./upload-widget.ts";

/** Uploads a file as a draft. A picture has no description yet: it is asked for in the text. @throws as `uploadFile` */
export const uploadAsMarkdown: Upload = async (file, onProgress, signal) => {
  const { contentHash, mediaType } = await uploadFile(file, { description: "", onProgress, signal });
  const isPicture = /^image\/(jpeg|png|webp|gif|avif)$/.test(mediaType);
  return writeReference({ isPicture, name: isPicture ? "" : file.name, path: pathOfFile(contentHash) });
};
