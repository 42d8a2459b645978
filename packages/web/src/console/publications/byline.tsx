import type { ReactElement } from "react";
import { drawSeal } from "../../drawings/seal.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Avatar } from "../components/avatar.tsx";
import { formatDateTime, formatMoment } from "../components/format.ts";
import { inlineDrawing } from "../elements.ts";
import { type Publication, timeOf } from "./publication.ts";

/** The author and time of a post, with its seal if it is signed. */
export function Byline({ post }: { post: Publication }): ReactElement {
  const messages = useMessages();
  const at = timeOf(post);
  return (
    <p className="byline">
      <Avatar address={post.publisherAddress} picture={post.publisherPicture} />
      <span className="byline-name">{nameOf(post)}</span>
      <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, messages.language)}>
        {formatMoment(at, messages.language)}
      </time>
      {post.state === "SIGNED" ? (
        inlineDrawing(drawSeal(post.contentHash), "seal", messages.post.states.SIGNED)
      ) : (
        <span className="only-here">{messages.post.states[post.state]}</span>
      )}
    </p>
  );
}

/** The name of a publisher: the title, else the start of the address. */
export function nameOf({
  publisherTitle,
  publisherAddress,
}: Pick<Publication, "publisherTitle" | "publisherAddress">): string {
  return publisherTitle || `${publisherAddress.slice(0, 10)}…`;
}
