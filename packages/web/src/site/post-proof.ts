import { createElement as h, type ReactElement, type ReactNode } from "react";
import type { ProofIsland } from "../islands/proof.ts";
import { copyableDigits } from "./copyable-digits.ts";
import { postDate } from "./post-date.ts";
import { pathOfContent, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

/**
 * The date of a post. Touching the seal beside it tells who signed, when and which bytes, with the hashes folded away
 * (look.md); a post that is not signed has none.
 */
export function postProof(view: OwnedView, post: SitePost): ReactElement {
  const { owner, words } = view;
  if (post.proof === null) return postDate(post, words);
  const { timestamp, signature } = post.proof;
  const said = words.proof;
  const { checking, bytesMatch, bytesDiffer, signatureMatches, signatureDiffers, unreadable } = said;
  const island: ProofIsland = {
    proof: { contentHash: post.contentHash, publisherAddress: owner.address, timestamp, signature },
    path: pathOfContent(post),
    words: { checking, bytesMatch, bytesDiffer, signatureMatches, signatureDiffers, unreadable },
  };
  return h(
    "details",
    { className: "proof", "data-proof": JSON.stringify(island) },
    h("summary", null, postDate(post, words), h("span", null, said.signedBy(owner.title))),
    h(
      "dl",
      null,
      fact(said.who, owner.title),
      fact(said.when, words.second(timestamp * 1000)),
      fact(
        said.whichBytes,
        h("a", { href: pathOfContent(post) }, said.theBytes),
        ` (${words.size(post.size)})`,
      ),
    ),
    h(
      "details",
      { className: "folded" },
      h("summary", null, said.folded),
      h(
        "dl",
        null,
        fact(said.address, copyableDigits(owner.address, view)),
        fact(said.hashIs, copyableDigits(post.contentHash, view)),
        fact(said.signature, copyableDigits(signature, view)),
      ),
    ),
    h("p", null, said.anybody, " ", h("a", { href: `/verify?of=${post.contentHash}` }, words.foot.verify)),
  );
}

function fact(name: string, ...value: ReactNode[]): ReactElement {
  return h("div", null, h("dt", null, name), h("dd", null, ...value));
}
