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
