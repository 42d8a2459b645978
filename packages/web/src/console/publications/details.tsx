import { type ReactElement, useEffect, useRef } from "react";
import { drawPortrait } from "../../drawing/draw-portrait.ts";
import { inlineDrawing } from "../../drawing/inline-drawing.ts";
import { digits } from "../../site/digits.ts";
import { useSiteWords, useWords } from "../words/use-words.ts";
import { nameOf } from "./byline.tsx";
import { CopyButton } from "./copy-button.tsx";
import { ProofCheck } from "./proof-check.tsx";
import type { Publication } from "./publication.ts";

/** What stands at the right when it is asked for: who, since when, which bytes, and whether that is so. */
export function Details({ post, onClose }: { post: Publication; onClose: () => void }): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const page = post.url && new URL(post.url).origin === location.origin ? post.url : null;
  return (
    <aside className="details" aria-labelledby="details-title">
      <header>
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          {words.post.details}
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          {words.close}
        </button>
      </header>
      <p className="details-who">
        {inlineDrawing(drawPortrait(post.publisherAddress), "portrait", null)}
        <strong>{nameOf(post)}</strong>
      </p>
      <div className="details-hex">
        {digits(post.publisherAddress)}
        <CopyButton text={post.publisherAddress} />
      </div>
      {post.publisherUrl && (
        <p>
          <a href={post.publisherUrl} rel="noreferrer">
            {post.publisherUrl.replace(/^https?:\/\//, "")}
          </a>
        </p>
      )}
      <dl>
        {post.timestamp !== null && (
          <Fact name={words.post.signedAt} value={site.second(post.timestamp * 1000)} />
        )}
        <Fact name={words.post.cameAt} value={site.second(Date.parse(post.createdAt))} />
        {post.size !== null && <Fact name={words.post.size} value={site.size(post.size)} />}
      </dl>
      {post.state === "SIGNED" ? <ProofCheck post={post} /> : <p className="hint">{words.post.noProof}</p>}
      {page && (
        <p>
          <a href={page}>{words.post.asReadersSeeIt}</a>
        </p>
      )}
    </aside>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
