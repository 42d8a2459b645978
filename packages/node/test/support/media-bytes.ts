/** The beginning of an MP4 file, which no player shows. @param name makes other bytes */
export function videoBytes(name: string): Buffer<ArrayBuffer> {
  const brand = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2", "latin1");
  const rest = Buffer.from(name);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(rest.length + 8);
  return Buffer.concat([brand, size, Buffer.from("mdat"), rest]);
}

const rate = 8_000; // samples of one byte in a second

/** A WAV file with a tone. @param seconds its length */
export function soundBytes(seconds: number): Buffer<ArrayBuffer> {
  const samples = Uint8Array.from({ length: rate * seconds }, (_, at) => 128 + 60 * Math.sin(at / 3));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
