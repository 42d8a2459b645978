import { defineChecks } from "../check.ts";
import { expectEqual, expectStatus, expectThat } from "../expectations.ts";

const common = { section: "4.4", decisions: 5 } as const;
const heights = { sm: 200, md: 400, lg: 800 } as const;

export const contentThumbnails = defineChecks(common, {
  "content-thumb-of-text": {
    title: "the thumbnail of Markdown is the original",
    async run(context) {
      const { path, reply } = await context.sample("post");
      for (const size of Object.keys(heights)) {
        const thumb = await context.node.get(`${path}?thumb=${size}`);
        expectStatus(thumb, 200, `for ${size}`);
        expectThat(thumb.body.equals(reply.body), "the original", `other bytes for ${size}`);
      }
    },
  },
  "content-thumb-of-image": {
    title: "thumbnails of an image are 200, 400 and 800 pixels high, never enlarged",
    async run(context) {
      const { path, reply } = await context.sample("image");
      const original = readImageHeight(reply.body);
      for (const [size, height] of Object.entries(heights)) {
        const thumb = await context.node.get(`${path}?thumb=${size}`);
        expectStatus(thumb, 200, `for ${size}`);
        const type = thumb.headers["content-type"] ?? "";
        expectThat(/^image\//.test(type), "an image", type);
        const isGif = /gif/.test(reply.headers["content-type"] ?? "");
        if (original === null || isGif) continue;
        expectEqual(readImageHeight(thumb.body), Math.min(height, original), `height of ${size}`);
      }
    },
  },
  "content-thumb-etag": {
    title: "a thumbnail that differs from the original has another ETag",
    async run(context) {
      const { path, reply } = await context.sample("image");
      const thumb = await context.node.get(`${path}?thumb=sm`);
      if (thumb.body.equals(reply.body)) return;
      expectThat(thumb.headers.etag !== reply.headers.etag, "an ETag of its own", thumb.headers.etag);
    },
  },
});

/** The height of a PNG, GIF, JPEG or WebP in pixels, from its header; null for other formats. */
export function readImageHeight(bytes: Buffer): number | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString("latin1") === text;
  if (bytes.length < 30) return null;
  if (begins("\x89PNG")) return bytes.readUInt32BE(20);
  if (begins("GIF8")) return bytes.readUInt16LE(8);
  if (begins("\xff\xd8")) return heightOfJpeg(bytes);
  if (!begins("WEBP", 8)) return null;
  if (begins("VP8 ", 12)) return bytes.readUInt16LE(28) & 0x3fff;
  if (begins("VP8L", 12)) return 1 + ((bytes.readUInt32LE(21) >> 14) & 0x3fff);
  return begins("VP8X", 12) ? 1 + bytes.readUIntLE(27, 3) : null;
}

function heightOfJpeg(bytes: Buffer): number | null {
  let offset = 2;
  while (offset + 9 < bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    // Frame headers are 0xc0 to 0xcf, except tables and extensions.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes.readUInt16BE(offset + 5);
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}
