import { once } from "node:events";
import { crc32, createDeflate } from "node:zlib";
import sharp from "sharp";

/** A PNG of one colour: so many pixels wide and high, and hardly any bytes. */
export async function flatPng(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", await deflateZeros(height * (1 + 3 * width))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

async function deflateZeros(count: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on("data", (part: Buffer) => parts.push(part));
  const piece = Buffer.alloc(4 * 1024 * 1024);
  for (let left = count; left > 0; left -= piece.length) {
    if (!deflate.write(piece.subarray(0, Math.min(left, piece.length)))) await once(deflate, "drain");
  }
  deflate.end();
  await once(deflate, "end");
  return Buffer.concat(parts);
}

/** An animated WebP whose frames are all one small picture. */
export async function animatedWebp(frames: number, size = 16): Promise<Buffer<ArrayBuffer>> {
  const still = await sharp({ create: { width: size, height: size, channels: 3, background: "red" } })
    .webp({ lossless: true })
    .toBuffer();
  const picture = still.subarray(12);
  const canvas = Buffer.alloc(10);
  canvas[0] = 0x02;
  canvas.writeUIntLE(size - 1, 4, 3);
  canvas.writeUIntLE(size - 1, 7, 3);
  const header = Buffer.alloc(16);
  header.writeUIntLE(size - 1, 6, 3);
  header.writeUIntLE(size - 1, 9, 3);
  header.writeUIntLE(20, 12, 3);
  const frame = riffChunk("ANMF", Buffer.concat([header, picture]));
  const chunks = [
    riffChunk("VP8X", canvas),
    riffChunk("ANIM", Buffer.alloc(6)),
    ...Array(frames).fill(frame),
  ];
  return Buffer.from(riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks])));
}

function riffChunk(name: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
}

/** An animated GIF of one pixel. */
export function animatedGif(frames: number): Buffer<ArrayBuffer> {
  const head = Buffer.from("47494638396101000100800000000000ffffff", "hex");
  const frame = Buffer.from("21f90400010000002c00000000010001000002024401" + "00", "hex");
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from("3b", "hex")]);
}
