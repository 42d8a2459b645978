import type { ReactElement } from "react";
import { inlineDrawing } from "../../drawings/inline-drawing.ts";
import { drawSeal } from "../../drawings/seal.ts";
import { Portrait } from "../people/portrait.tsx";
import { useSiteWords, useWords } from "../words/use-words.ts";
import type { Publication } from "./publication.ts";
import { sayMoment } from "./say-moment.ts";

/** Whose it is and since when, with the seal of what is signed. */
export function Byline({ post }: { post: Publication }): ReactElement {
  const words = useWords();
  const name = nameOf(post);
  const at = post.timestamp === null ? Date.parse(post.createdAt) : post.timestamp * 1000;
  return (
    <p className="byline">
      <Portrait address={post.publisherAddress} picture={post.publisherPicture} />
      <span className="byline-name">{name}</span>
      <time dateTime={new Date(at).toISOString()} title={useSiteWords().second(at)}>
        {sayMoment(at, words.language)}
      </time>
      {post.state === "SIGNED" ? (
        inlineDrawing(drawSeal(post.contentHash), "seal", words.post.signed)
      ) : (
        <span className="only-here">{words.post.states[post.state]}</span>
      )}
    </p>
  );
}

/** What a publisher is called: by name, else by the beginning of the address. */
export function nameOf({
  publisherTitle,
  publisherAddress,
}: Pick<Publication, "publisherTitle" | "publisherAddress">): string {
  return publisherTitle || `${publisherAddress.slice(0, 10)}…`;
}
