import { renderMermaidSVG } from "beautiful-mermaid";
import sanitizeHtml from "sanitize-html";
import { names } from "../markdown/allowed-markup.ts";
import type { DrawnFigure } from "./figure.ts";

/** The accepted width and height in pixels. */
const longestSide = 4_000;
/** The accepted length in characters of SVG. */
const longestPicture = 400_000;

const shapeAttributes = names(`
  x y x1 y1 x2 y2 cx cy r rx ry d points width height dx dy fill stroke stroke-width stroke-dasharray
  stroke-linejoin stroke-linecap opacity transform text-anchor dominant-baseline font-size font-weight
  font-style letter-spacing marker-start marker-end fill-opacity stroke-opacity
`);

/** Shapes and text; no links, no styles, no images, no foreign markup. */
const allowedShapes: sanitizeHtml.IOptions = {
  allowedTags: names("svg defs marker g rect circle ellipse line polyline polygon path text tspan"),
  allowedAttributes: {
    "*": shapeAttributes,
    svg: ["xmlns", "viewBox", "width", "height", "font-family"],
    marker: ["id", "markerWidth", "markerHeight", "refX", "refY", "orient"],
  },
  // A diagram's author may set colours, but nothing that the browser fetches.
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

/** The renderer's names of colours; `themeDiagram` replaces them. */
const colourName = /var\(--(_?[a-z-]+)(?:,[^()]*(?:\([^()]*\)[^()]*)?)?\)/g;

/**
 * A Mermaid diagram as SVG with names for colours (`{{line}}`).
 *
 * @throws for a source that can't be drawn
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
