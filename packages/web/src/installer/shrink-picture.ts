/** The side of a portrait in pixels: sharp where it is shown, and small in what is signed. */
const side = 256;

/**
 * The middle of a picture as a small square.
 *
 * @returns a data URI
 * @throws DOMException when it is no picture
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const edge = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  const pen = canvas.getContext("2d");
  if (!pen) throw new DOMException("There is no canvas.", "NotSupportedError");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, left, top, edge, edge, 0, 0, side, side);
  picture.close();
  // A browser that does not write WebP writes PNG.
  return canvas.toDataURL("image/webp", 0.85);
}
