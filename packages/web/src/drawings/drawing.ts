import { attributes, type Html, html } from "../site/html.ts";

/** One stroke or filled shape of a drawing, in the coordinates of its square. */
export interface Shape {
  /** SVG path data. */
  readonly path: string;
  /** Width of the line; null for a filled shape. */
  readonly stroke: number | null;
  readonly opacity?: number;
}

/** A square drawing of one colour. */
export interface Drawing {
  /** Length of the square's side. */
  readonly size: number;
  readonly shapes: readonly Shape[];
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The point at an angle (turns, 0 at the top, clockwise) and a distance from a centre, as SVG text. */
export function pointAt(centre: number, radius: number, turns: number): string {
  const angle = turns * 2 * Math.PI;
  return `${short(centre + radius * Math.sin(angle))} ${short(centre - radius * Math.cos(angle))}`;
}

/** A whole circle. */
export function circle(centre: number, radius: number): string {
  return `${arc(centre, radius, 0, 0.5)}${arc(centre, radius, 0.5, 1).replace(/^M[^A]*/, "")}Z`;
}

/** A part of a circle, clockwise from one angle to another (turns). */
export function arc(centre: number, radius: number, from: number, to: number): string {
  const large = to - from > 0.5 ? 1 : 0;
  const r = short(radius);
  return `M${pointAt(centre, radius, from)}A${r} ${r} 0 ${large} 1 ${pointAt(centre, radius, to)}`;
}

/**
 * A drawing as an SVG file. It has presentation attributes only: the content security policy blocks a style element.
 *
 * @param colour `#rrggbb`
 */
export function writeSvg(drawing: Drawing, colour: string): string {
  return svgFile({ width: drawing.size, height: drawing.size }, pathsOf(drawing, colour));
}

/** An SVG file with its shapes as markup. */
export function svgFile({ width, height }: { width: number; height: number }, shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
}

/** A drawing as a group in a larger SVG, at a position and with a width. */
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
