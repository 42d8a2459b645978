import { createElement as h, type ReactElement } from "react";
import { drawSeal } from "../drawing/draw-seal.ts";
import { inlineDrawing } from "../drawing/inline-drawing.ts";
import type { SitePost } from "./resources.ts";
import { sayDay } from "./words.ts";

/** When a post was signed, with its seal; or when it was written, and that it is only here. */
export function postDate(post: SitePost): ReactElement {
  const at = timeOfPost(post);
  const time = h("time", { dateTime: new Date(at).toISOString() }, sayDay(at));
  return post.proof === null
    ? h("span", { className: "when" }, time, h("span", { className: "local" }, "only here"))
    : h("span", { className: "when" }, time, inlineDrawing(drawSeal(post.contentHash), "seal", "signed"));
}

/** Milliseconds: of signing, or of writing for a post that is not signed. */
export function timeOfPost({ proof, createdAt }: Pick<SitePost, "proof" | "createdAt">): number {
  return proof === null ? createdAt : proof.timestamp * 1000;
}
