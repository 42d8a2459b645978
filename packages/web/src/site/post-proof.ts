import { createElement as h, type ReactElement, type ReactNode } from "react";
import { digits } from "./digits.ts";
import { pathOfContent, type SiteOwner, type SitePost } from "./resources.ts";
import { saySecond } from "./words.ts";

/** Who signed, when, and which bytes, with the hashes folded away (look.md). Nothing for a post that is not signed. */
export function postProof(owner: SiteOwner, post: SitePost): ReactElement | null {
  if (post.proof === null) return null;
  const { timestamp, signature } = post.proof;
  return h(
    "details",
    { className: "proof" },
    h("summary", null, "Signed by ", owner.title),
    h(
      "dl",
      null,
      fact("Who", digits(owner.address)),
      fact("When", saySecond(timestamp * 1000)),
      fact(
        "Which bytes",
        h("p", null, "Their SHA-256 hash is"),
        digits(post.contentHash),
        h("p", null, h("a", { href: pathOfContent(post) }, "The bytes as they were signed")),
      ),
      fact("Signature", digits(signature)),
    ),
    h(
      "p",
      null,
      "Anybody can check this without asking this node to be honest: ",
      h("code", null, "npx freehold verify"),
      ".",
    ),
  );
}

function fact(name: string, ...value: ReactNode[]): ReactElement {
  return h("div", null, h("dt", null, name), h("dd", null, ...value));
}
