import { createElement, type ReactElement } from "react";
import type { Drawing } from "./drawing.ts";

/**
 * A drawing inside a page, in the colour of the text around it.
 *
 * @param label what it says to somebody who does not see it; null for decoration
 */
export function inlineDrawing(drawing: Drawing, className: string, label: string | null): ReactElement {
  const { size, shapes } = drawing;
  const spoken = label === null ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return createElement(
    "svg",
    { className, viewBox: `0 0 ${size} ${size}`, focusable: false, ...spoken },
    ...shapes.map(({ path, stroke, opacity }) =>
      createElement("path", {
        d: path,
        fill: stroke === null ? "currentColor" : "none",
        ...(stroke === null
          ? {}
          : { stroke: "currentColor", strokeWidth: stroke, strokeLinecap: "round" as const }),
        ...(opacity === undefined ? {} : { opacity }),
      }),
    ),
  );
}
