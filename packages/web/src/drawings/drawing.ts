/** One stroke or filled form of a drawing; coordinates are in the drawing's own square. */
export interface Shape {
  /** SVG path data. */
  readonly path: string;
  /** Width of the line; null for a filled form. */
  readonly stroke: number | null;
  readonly opacity?: number;
}

/** A square drawing of one colour. */
export interface Drawing {
  /** Length of the square's side. */
  readonly size: number;
  readonly shapes: readonly Shape[];
}

/** A number as short SVG text. */
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
