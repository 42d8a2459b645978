import type { ReactElement } from "react";
import { digits } from "../../site/digits.ts";
import { Portrait } from "../people/portrait.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { useSiteWords, useWords } from "../words/use-words.ts";
import { nameOf } from "./byline.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Fact } from "./fact.tsx";
import { ProofCheck } from "./proof-check.tsx";
import type { Publication } from "./publication.ts";

/** What stands at the right when it is asked for: who, since when, which bytes, and whether that is so. */
export function Details({ post, onClose }: { post: Publication; onClose: () => void }): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  const page = post.url && new URL(post.url).origin === location.origin ? post.url : null;
  return (
    <SidePanel title={words.post.details} onClose={onClose}>
      <p className="details-who">
        <Portrait address={post.publisherAddress} picture={post.publisherPicture} />
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
          <Fact name={words.post.signedAt}>{site.second(post.timestamp * 1000)}</Fact>
        )}
        <Fact name={words.post.cameAt}>{site.second(Date.parse(post.createdAt))}</Fact>
        {post.size !== null && <Fact name={words.post.size}>{site.size(post.size)}</Fact>}
      </dl>
      {post.state === "SIGNED" ? <ProofCheck post={post} /> : <p className="hint">{words.post.noProof}</p>}
      {page && (
        <p>
          <a href={page}>{words.post.asReadersSeeIt}</a>
        </p>
      )}
    </SidePanel>
  );
}
