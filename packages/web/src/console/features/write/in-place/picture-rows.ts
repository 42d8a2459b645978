import { toRows } from "../../../../markdown/pictures/shapes.ts";

const gapRem = 0.5;
/** The shape of a picture that is not loaded yet: its width for its height. */
const unknownShape = 4 / 3;

/** Gives the pictures of a gallery's line their widths: each row is as wide as the line, and its pictures are equally high. */
export function layOutGallery(line: HTMLElement | null): void {
  const pictures = [...(line?.querySelectorAll<HTMLElement>(".cm-picture.in-gallery") ?? [])];
  for (const row of toRows(pictures)) {
    const shapes = row.map(shapeOf);
    const sum = shapes.reduce((all, shape) => all + shape, 0);
    for (const [at, picture] of row.entries()) {
      const share = (shapes[at] ?? unknownShape) / sum;
      const part = `calc((100% - ${(row.length - 1) * gapRem}rem) * ${share.toFixed(4)} - 1px)`;
      picture.style.setProperty("--part", part);
      picture.style.setProperty("--shape", String(shapes[at]));
    }
  }
}

function shapeOf(picture: HTMLElement): number {
  const { naturalWidth = 0, naturalHeight = 0 } = picture.querySelector("img") ?? {};
  const shape = naturalHeight === 0 ? unknownShape : naturalWidth / naturalHeight;
  return Math.min(2.5, Math.max(0.5, shape));
}
