import type { ReactElement } from "react";
import { playerOf } from "../../../markdown/players.ts";
import { useSiteMessages } from "../../../messages/console/use-messages.ts";
import type { Publication } from "../../publications/publication.ts";

/** A file: a picture, a player, or its name and size. */
export default function FileContent({ file }: { file: Publication }): ReactElement {
  const messages = useSiteMessages();
  const { contentPath, thumbnails, mediaType, filename, description, size } = file;
  if (thumbnails) {
    return <img src={thumbnails.lg} alt={description ?? filename ?? ""} loading="lazy" decoding="async" />;
  }
  const player = playerOf(mediaType);
  if (player === "video") {
    // biome-ignore lint/a11y/useMediaCaption: a publication is one file, and brings no captions.
    return <video src={contentPath} controls preload="metadata" />;
  }
  if (player === "audio") {
    // biome-ignore lint/a11y/useMediaCaption: a publication is one file, and brings no captions.
    return <audio src={contentPath} controls preload="none" />;
  }
  return (
    <a className="file-link" href={contentPath} download={filename ?? ""}>
      <span>{filename ?? messages.post.file}</span>
      {size !== null && <small>{messages.size(size)}</small>}
    </a>
  );
}
