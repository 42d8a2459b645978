import type { Drawing } from "./shape.ts";

/**
 * A drawing as an SVG file. Presentation attributes alone: a style element would fall under the page's content
 * security policy.
 *
 * @param colour `#rrggbb`
 */
export function writeSvg(drawing: Drawing, colour: string): string {
  const { size } = drawing;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${pathsOf(drawing, colour)}</svg>`;
}

/** A drawing as a part of a larger one, so wide and at that place. */
export function placeDrawing(
  drawing: Drawing,
  { x, y, width, colour }: { x: number; y: number; width: number; colour: string },
): string {
  const transform = `translate(${x} ${y}) scale(${width / drawing.size})`;
  return `<g transform="${transform}">${pathsOf(drawing, colour)}</g>`;
}

function pathsOf({ shapes }: Drawing, colour: string): string {
  const paths = shapes.map(({ path, stroke, opacity = 1 }) => {
    const paint =
      stroke === null ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="${stroke}"`;
    return `<path d="${path}" ${paint} stroke-linecap="round" opacity="${opacity}"/>`;
  });
  return paths.join("");
}
