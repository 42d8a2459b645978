const parts = 12;
/** The narrowest and the widest shape that a row of a gallery has room for, in twelfths of its height. */
const shapes = { least: 6, most: 30 };

/** The class of a picture's shape, its width for its height: a page allows no styles of its own, so each shape has a class. */
export function shapeClass({ width, height }: { readonly width: number; readonly height: number }): string {
  const shape = Math.min(shapes.most, Math.max(shapes.least, Math.round((parts * width) / height)));
  return `r-${shape}`;
}

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
