import { attributes, type Html, html } from "../site/html.ts";
import type { Drawing } from "./drawing.ts";

/**
 * A drawing inside a page, in the colour of the text around it.
 *
 * @param label for readers who don't see it; null for decoration
 */
export function inlineSvg({ size, shapes }: Drawing, className: string, label: string | null): Html {
  const spoken = label === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  const paths = shapes.map(({ path, stroke, opacity }) => {
    const paint =
      stroke === null
        ? { fill: "currentColor" }
        : { fill: "none", stroke: "currentColor", "stroke-width": stroke, "stroke-linecap": "round" };
    return html`<path ${attributes({ d: path, ...paint, opacity })}></path>`;
  });
  const box = `0 0 ${size} ${size}`;
  return html`<svg class="${className}" viewBox="${box}" focusable="false" ${attributes(spoken)}>${paths}</svg>`;
}
