import { type Crop, fitCrop } from "./fit-crop.ts";

/** Points of an avatar on each side: as many as a large screen shows of it. */
const side = 512;

/** The square of a picture as a file: JPEG for a photograph, else PNG, which keeps what one sees through. */
export async function cutPicture(picture: ImageBitmap, crop: Crop, mediaType: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const square = fitCrop(picture, crop);
  canvas
    .getContext("2d")
    ?.drawImage(picture, square.left, square.top, square.side, square.side, 0, 0, side, side);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error("The browser could not write the picture."))),
    mediaType === "image/jpeg" ? "image/jpeg" : "image/png",
    0.9,
  );
  return await promise;
}
