/** A picture's size in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The part of a picture that is used. */
export interface Crop {
  /** 1 is the largest square that there is. */
  readonly zoom: number;
  /** The position of the square: 0 is left or top, 1 is right or bottom. */
  readonly x: number;
  readonly y: number;
}

/** The largest zoom. */
export const mostZoom = 6;

/** The largest square, centred. */
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The square of a crop in pixels of the picture. */
export function fitCrop({ width, height }: PictureSize, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { side, left: (width - side) * x, top: (height - side) * y };
}

/**
 * A crop after the picture was dragged under it.
 *
 * @param by how far, in sides of the square
 */
export function moveCrop(size: PictureSize, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = fitCrop(size, crop);
  const move = (at: number, free: number, way: number) => (free > 0 ? clamp(at - (way * side) / free) : at);
  return {
    ...crop,
    x: move(crop.x, size.width - side, by.x),
    y: move(crop.y, size.height - side, by.y),
  };
}

/** A crop with another zoom around the same centre. */
export function zoomCrop(size: PictureSize, crop: Crop, zoom: number): Crop {
  const before = fitCrop(size, crop);
  const next = { ...crop, zoom: Math.min(mostZoom, Math.max(1, zoom)) };
  const { side } = fitCrop(size, next);
  const element = (start: number, whole: number, at: number) =>
    whole > side ? clamp((start + (before.side - side) / 2) / (whole - side)) : at;
  return {
    ...next,
    x: element(before.left, size.width, crop.x),
    y: element(before.top, size.height, crop.y),
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
