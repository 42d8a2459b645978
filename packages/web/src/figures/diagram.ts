import { renderMermaidSVG } from "beautiful-mermaid";
import sanitizeHtml from "sanitize-html";
import type { DrawnFigure } from "./figure.ts";

/** A diagram that is larger is none that a page can show (pixels). */
const longestSide = 4_000;
/** Characters of SVG. */
const longestPicture = 400_000;

const shapeAttributes = [
  ...[
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "points",
    "width",
    "height",
    "dx",
    "dy",
  ],
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity"],
  ...[
    "transform",
    "text-anchor",
    "dominant-baseline",
    "font-size",
    "font-weight",
    "font-style",
    "letter-spacing",
  ],
  ...["marker-start", "marker-end", "fill-opacity", "stroke-opacity"],
];

/** No links, no styles, no images, no foreign markup: shapes and words. */
const allowedShapes: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["svg", "defs", "marker", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path"],
    ...["text", "tspan"],
  ],
  allowedAttributes: {
    "*": shapeAttributes,
    svg: ["xmlns", "viewBox", "width", "height", "font-family"],
    marker: ["id", "markerWidth", "markerHeight", "refX", "refY", "orient"],
  },
  // A style of the author's may name a colour, and nothing that is fetched.
  transformTags: {
    "*": (tagName, attributes) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attributes).filter(([, value]) => !/url\((?!#[\w-]+\)$)|image|src\(/i.test(value)),
      ),
    }),
  },
  nonTextTags: ["style", "script", "title", "foreignObject"],
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
};

/** What the renderer names its colours by; a page's theme gives them (`theme-diagram.ts`). */
const colourName = /var\(--(_?[a-z-]+)(?:,[^()]*(?:\([^()]*\))?[^()]*)?\)/g;

/**
 * A Mermaid diagram as SVG in which colours are still names (`{{line}}`).
 *
 * @throws for what is no diagram that can be drawn
 */
export function drawDiagram(source: string): DrawnFigure {
  const drawn = renderMermaidSVG(source, { transparent: true, padding: 8 });
  const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(drawn) ?? [];
  const size = { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
  const fits = size.width > 0 && size.height > 0 && Math.max(size.width, size.height) <= longestSide;
  if (!fits || drawn.length > longestPicture) throw new Error("The diagram is too large.");
  const svg = sanitizeHtml(drawn, allowedShapes)
    .replace(/^<svg /, '<svg font-family="system-ui, sans-serif" ')
    .replace(colourName, (_, name: string) => `{{${name.replace(/^_/, "")}}}`);
  return { kind: "picture", svg, ...size };
}
