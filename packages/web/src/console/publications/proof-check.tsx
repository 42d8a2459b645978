import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { inlineDrawing } from "../../drawings/inline-drawing.ts";
import { drawSeal } from "../../drawings/seal.ts";
import { digits } from "../../site/digits.ts";
import { useSiteWords, useWords } from "../words/use-words.ts";
import { CopyButton } from "./copy-button.tsx";
import type { Publication } from "./publication.ts";

/** The proof of a signed publication, checked here: the bytes are read, and nothing is taken on the node's word. */
export function ProofCheck({ post }: { post: Publication }): ReactElement {
  const words = useWords();
  const site = useSiteWords().proof;
  const { data, isPending } = useQuery({
    queryKey: ["proof", post.id, post.contentHash],
    queryFn: ({ signal }) => check(post, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isBroken = data && !(data.bytesMatch && data.signatureMatches);
  return (
    <section className={isBroken ? "proof-check broken" : "proof-check"} aria-label={words.post.proof}>
      {inlineDrawing(drawSeal(post.contentHash), "seal large", words.post.signed)}
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

async function check(post: Publication, signal: AbortSignal) {
  const { contentHash, publisherAddress, timestamp, signature, contentPath } = post;
  if (timestamp === null || signature === null) throw new Error("There is no proof.");
  const [{ checkProof }, response] = await Promise.all([
    import("../../signing/check-proof.ts"),
    fetch(contentPath, { signal }),
  ]);
  if (!response.ok || response.body === null) throw new Error(String(response.status));
  return checkProof({ contentHash, publisherAddress, timestamp, signature }, response.body);
}
