import { createElement as h, type ReactElement } from "react";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawSeal } from "../drawings/seal.ts";
import type { Messages } from "../messages/site/en.ts";
import type { SitePost } from "./resources.ts";

/** When a post was signed, with its seal; or when it was written, and that it is only here. */
export function postDate(post: SitePost, words: Messages): ReactElement {
  const at = timeOfPost(post);
  const time = h("time", { className: "dt-published", dateTime: new Date(at).toISOString() }, words.day(at));
  return post.proof === null
    ? h("span", { className: "when" }, time, h("span", { className: "local" }, words.post.onlyHere))
    : h(
        "span",
        { className: "when" },
        time,
        inlineDrawing(drawSeal(post.contentHash), "seal", words.post.signed),
      );
}

/** Milliseconds: of signing, or of writing for a post that is not signed. */
export function timeOfPost({ proof, createdAt }: Pick<SitePost, "proof" | "createdAt">): number {
  return proof === null ? createdAt : proof.timestamp * 1000;
}
