import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { drawSeal } from "../../drawings/seal.ts";
import { useMessages, useSiteMessages } from "../../messages/console/use-messages.ts";
import { Avatar } from "../components/avatar.tsx";
import { Button, CopyButton } from "../components/controls.tsx";
import { DetailField, SidePanel } from "../components/side-panel.tsx";
import { digits, inlineDrawing } from "../elements.ts";
import { useOwner } from "../queries.ts";
import { nameOf } from "./byline.tsx";
import PostVersions, { usePostVersions } from "./post-versions.tsx";
import type { Publication } from "./publication.ts";

/** The details of a publication: author, times, size and its proof. */
export default function PublicationDetails({
  post,
  onClose,
}: {
  post: Publication;
  onClose: () => void;
}): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const owner = useOwner();
  const page = post.url && new URL(post.url).origin === location.origin ? post.url : null;
  return (
    <SidePanel title={messages.details} onClose={onClose}>
      <p className="details-who">
        <Avatar address={post.publisherAddress} picture={post.publisherPicture} />
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
          <DetailField name={messages.post.signedAt}>{site.second(post.timestamp * 1000)}</DetailField>
        )}
        <DetailField
          name={post.publisherAddress === owner ? messages.post.createdAt : messages.post.receivedAt}
        >
          {site.second(Date.parse(post.createdAt))}
        </DetailField>
        {post.size !== null && <DetailField name={messages.post.size}>{site.size(post.size)}</DetailField>}
      </dl>
      {post.state === "SIGNED" ? <ProofCheck post={post} /> : <p className="hint">{messages.post.noProof}</p>}
      {post.type === "POST" && <Versions post={post} />}
      {page && (
        <p>
          <a href={page}>{messages.post.asReadersSeeIt}</a>
        </p>
      )}
    </SidePanel>
  );
}

/** The way to the earlier texts of a post; nothing for a post without. */
function Versions({ post }: { post: Publication }): ReactElement | null {
  const { history } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { versions } = usePostVersions(post);
  if (versions.length === 0) return null;
  return (
    <div>
      <Button look="plain" onClick={() => setOpen(true)} text={history.count(versions.length)} />
      {isOpen && <PostVersions post={post} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The proof of a signed publication, checked in the browser from the bytes, without trusting the node. */
function ProofCheck({ post }: { post: Publication }): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages().proof;
  const { data, isPending } = useQuery({
    queryKey: ["proof", post.id, post.contentHash],
    queryFn: ({ signal }) => checkPublication(post, signal),
    staleTime: Infinity,
    retry: false,
  });
  const isBroken = data && !(data.bytesMatch && data.signatureMatches);
  return (
    <section className={isBroken ? "proof-check broken" : "proof-check"} aria-label={messages.post.proof}>
      {inlineDrawing(drawSeal(post.contentHash), "seal large", messages.post.states.SIGNED)}
      <ul aria-live="polite">
        {isPending && <li>{site.checking}</li>}
        {!isPending && !data && <li className="bad">{site.unreadable}</li>}
        {data && (
          <>
            <li className={data.bytesMatch ? "good" : "bad"}>
              {data.bytesMatch ? site.bytesMatch : site.bytesDiffer}
            </li>
            <li className={data.signatureMatches ? "good" : "bad"}>
              {data.signatureMatches ? site.signatureMatches : site.signatureDiffers}
            </li>
          </>
        )}
      </ul>
      <details>
        <summary>{site.hashIs}</summary>
        <div className="details-hex">
          {digits(post.contentHash)}
          <CopyButton text={post.contentHash} />
        </div>
      </details>
    </section>
  );
}

async function checkPublication(post: Publication, signal: AbortSignal) {
  const { contentHash, publisherAddress, timestamp, signature, contentPath } = post;
  if (timestamp === null || signature === null) throw new Error("There is no proof.");
  const [{ checkProof }, response] = await Promise.all([
    import("../../signing/check-proof.ts"),
    fetch(contentPath, { signal }),
  ]);
  if (!response.ok || response.body === null) throw new Error(String(response.status));
  return checkProof({ contentHash, publisherAddress, timestamp, signature }, response.body);
}
