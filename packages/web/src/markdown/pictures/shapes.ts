const parts = 12;
/** The narrowest and the widest shape that a row of a gallery has room for, in twelfths of its height. */
const shapes = { least: 6, most: 30 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The shape of a picture of unknown size: the one that `pictures.css` has for it. */
export const unknownSize: Size = { width: 4, height: 3 };

/** A picture's shape, its width for its height, in twelfths. */
export function shapeOf({ width, height }: Size): number {
  return Math.min(shapes.most, Math.max(shapes.least, Math.round((parts * width) / height)));
}

/** The class of a picture's shape: a page allows no styles of its own, so each shape has a class. */
export const shapeClass = (size: Size): string => `r-${shapeOf(size)}`;

/** The rules of these classes. */
export function renderShapes(): string {
  const all = Array.from({ length: shapes.most - shapes.least + 1 }, (_, index) => shapes.least + index);
  return all.map((shape) => `.r-${shape}{--shape:${shape}}`).join("");
}

/** Rows of three; four are two of two, and no picture is left alone in the last one. */
export function toRows<Cell>(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  for (let at = 0; at < cells.length; ) {
    const left = cells.length - at;
    const size = left === 4 || left === 2 ? 2 : 3;
    rows.push(cells.slice(at, at + size));
    at += size;
  }
  return rows;
}
