import type { ReactElement } from "react";
import { useSiteWords } from "../words/use-words.ts";
import type { Publication } from "./publication.ts";

type Shown = Pick<
  Publication,
  "contentPath" | "thumbnails" | "mediaType" | "filename" | "description" | "size"
>;

/** A file where it stands: a picture, a player, or its name and size. */
export function FileView({ file }: { file: Shown }): ReactElement {
  return (
    <figure className="file-view">
      <FileItself file={file} />
      {file.description && <figcaption>{file.description}</figcaption>}
    </figure>
  );
}

function FileItself({ file }: { file: Shown }): ReactElement {
  const words = useSiteWords();
  const { contentPath, thumbnails, mediaType, filename, description, size } = file;
  if (thumbnails) {
    return <img src={thumbnails.lg} alt={description ?? filename ?? ""} loading="lazy" decoding="async" />;
  }
  if (mediaType.startsWith("video/")) {
    // biome-ignore lint/a11y/useMediaCaption: a publication is one file, and brings no captions.
    return <video src={contentPath} controls preload="metadata" />;
  }
  if (mediaType.startsWith("audio/")) {
    // biome-ignore lint/a11y/useMediaCaption: a publication is one file, and brings no captions.
    return <audio src={contentPath} controls preload="none" />;
  }
  return (
    <a className="file-link" href={contentPath} download={filename ?? ""}>
      <span>{filename ?? words.post.file}</span>
      {size !== null && <small>{words.size(size)}</small>}
    </a>
  );
}
