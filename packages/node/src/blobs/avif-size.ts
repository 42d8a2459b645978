/**
 * Reads the size of an AVIF as shown, in pixels, from the beginning of its file: libvips decodes none here, since its decoder is one
 * more parser of untrusted bytes. The largest of its images (`ispe`) is the picture: others are tiles, previews and transparency.
 *
 * @returns null for other bytes
 */
export function readAvifSize(head: Buffer): { width: number; height: number; isOpaque: boolean } | null {
  if (!/^ftyp.{0,24}avi[fos]/s.test(head.toString("latin1", 4, 36))) return null;
  const data = head.indexOf("mdat", 0, "latin1");
  const boxes = data < 0 ? head : head.subarray(0, data);
  const largest = { width: 0, height: 0 };
  for (const at of findBoxes(boxes, "ispe")) {
    const [width, height] = [boxes.readUInt32BE(at + 8), boxes.readUInt32BE(at + 12)];
    if (width * height > largest.width * largest.height) Object.assign(largest, { width, height });
  }
  const { width, height } = largest;
  if (width === 0) return null;
  const isOpaque = !boxes.includes("auxiliary:alpha", 0, "latin1");
  const isTurned = findBoxes(boxes, "irot").some((at) => (Number(boxes[at + 4]) & 1) === 1);
  return isTurned ? { width: height, height: width, isOpaque } : { width, height, isOpaque };
}

/** The positions of the names of boxes after which there is room for two numbers. */
function findBoxes(boxes: Buffer, name: "ispe" | "irot"): number[] {
  const found: number[] = [];
  const last = boxes.length - 16;
  for (let at = boxes.indexOf(name); at >= 0 && at <= last; at = boxes.indexOf(name, at + 4)) found.push(at);
  return found;
}
