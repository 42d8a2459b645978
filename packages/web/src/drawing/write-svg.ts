import type { Drawing } from "./shape.ts";

/**
 * A drawing as an SVG file. Presentation attributes alone: a style element would fall under the page's content
 * security policy.
 *
 * @param colour `#rrggbb`
 */
export function writeSvg({ size, shapes }: Drawing, colour: string): string {
  const paths = shapes.map(({ path, stroke, opacity = 1 }) => {
    const paint =
      stroke === null ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="${stroke}"`;
    return `<path d="${path}" ${paint} stroke-linecap="round" opacity="${opacity}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${paths.join("")}</svg>`;
}
