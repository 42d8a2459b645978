import { createElement, type ReactElement } from "react";
import type { RenderedMarkdown } from "../markdown/render-markdown.ts";

/** Rendered Markdown in a page: the one place where HTML enters as it is, and it takes only what was sanitised. */
export function prose({ html }: Pick<RenderedMarkdown, "html">, className = "prose"): ReactElement {
  return createElement("div", {
    className,
    key: "prose",
    dangerouslySetInnerHTML: { __html: html },
  });
}
