/** A GIF of one pixel. @param shade from 0 to 255: another one makes other bytes */
export function pixelGif(shade = 0): Buffer<ArrayBuffer> {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  gif.writeUInt8(shade, 13);
  return gif;
}
