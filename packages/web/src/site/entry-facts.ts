import { createElement as h, type ReactElement } from "react";
import type { OwnedView } from "./view.ts";

/**
 * What programs read of a post (microformats) and a reader sees elsewhere on the page: where it is, what it is called, whose
 * it is.
 *
 * @param path of the post
 * @param title null where it is seen with the post, or where there is none
 */
export function entryFacts(
  { owner }: Pick<OwnedView, "owner">,
  { path, title }: { path: string; title: string | null },
): ReactElement {
  const base = owner.url.replace(/\/$/, "");
  return h(
    "span",
    { key: "facts", hidden: true },
    h("data", { className: "u-url u-uid", value: `${base}${path}` }),
    title && h("data", { className: "p-name", value: title }),
    h(
      "span",
      { className: "p-author h-card" },
      h("data", { className: "p-name", value: owner.title }),
      h("data", { className: "u-url", value: `${base}/` }),
      owner.hasAvatar && h("data", { className: "u-photo", value: `${base}/ewp/avatar` }),
    ),
  );
}
