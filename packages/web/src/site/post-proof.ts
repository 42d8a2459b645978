import { createElement as h, type ReactElement, type ReactNode } from "react";
import type { ProofIsland } from "../islands/proof.ts";
import { digits } from "./digits.ts";
import { pathOfContent, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

/** Who signed, when, and which bytes, with the hashes folded away (look.md). Nothing for a post that is not signed. */
export function postProof({ owner, words }: OwnedView, post: SitePost): ReactElement | null {
  if (post.proof === null) return null;
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
    h("summary", null, said.signedBy(owner.title)),
    h(
      "dl",
      null,
      fact(said.who, digits(owner.address)),
      fact(said.when, words.second(timestamp * 1000)),
      fact(
        said.whichBytes,
        h("p", null, said.hashIs),
        digits(post.contentHash),
        h("p", null, h("a", { href: pathOfContent(post) }, said.theBytes)),
      ),
      fact(said.signature, digits(signature)),
    ),
    h(
      "p",
      null,
      said.anybody,
      " ",
      h("code", null, "npx freehold verify"),
      " · ",
      h("a", { href: `/verify?of=${post.contentHash}` }, words.foot.verify),
    ),
  );
}

function fact(name: string, ...value: ReactNode[]): ReactElement {
  return h("div", null, h("dt", null, name), h("dd", null, ...value));
}
