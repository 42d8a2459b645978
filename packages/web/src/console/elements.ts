import { Fragment, createElement as h, type ReactElement } from "react";
import type { Drawing } from "../drawings/drawing.ts";
import { groupDigits } from "../messages/site/format.ts";

/** An address or a hash for comparing, in groups of four. The gaps are drawn, so that a copy has none. */
export function digits(hex: string): ReactElement {
  const groups = groupDigits(hex).map((group) => h(Fragment, null, h("span", null, group), h("wbr")));
  return h("code", { className: "digits" }, ...groups);
}

/** Rendered and sanitised Markdown: the only raw HTML in these programs. */
export function prose({ html }: { readonly html: string }, className = "prose"): ReactElement {
  return h("div", { className, dangerouslySetInnerHTML: { __html: html } });
}

/**
 * A drawing in the colour of the text around it.
 *
 * @param label for people who don't see it; null for decoration
 */
export function inlineDrawing(
  { size, shapes }: Drawing,
  className: string,
  label: string | null,
): ReactElement {
  const spoken = label === null ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  const paths = shapes.map(({ path, stroke, opacity }) => {
    const paint =
      stroke === null
        ? { fill: "currentColor" }
        : { fill: "none", stroke: "currentColor", strokeWidth: stroke, strokeLinecap: "round" as const };
    return h("path", { d: path, ...paint, ...(opacity === undefined ? {} : { opacity }) });
  });
  return h("svg", { className, viewBox: `0 0 ${size} ${size}`, focusable: false, ...spoken }, ...paths);
}
