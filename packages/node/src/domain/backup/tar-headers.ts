// Not a limit: the block size of the tar format.
const block = 512;

/**
 * Passes a tar file through and shows each header before a reader of the file gets it, because a reader takes headers that
 * extend others into memory, whatever their length.
 *
 * @param check gets the type (`0` for a plain file) and the size in bytes, NaN for none; it throws to end the reading
 */
export async function* watchTarHeaders(
  source: AsyncIterable<Buffer>,
  check: (type: string, size: number) => void,
): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0);
  let skip = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const passed = Math.min(skip, chunk.length - at);
      at += passed;
      skip -= passed;
      if (skip > 0) break;
      const part = chunk.subarray(at, at + block - header.length);
      header = Buffer.concat([header, part]);
      at += part.length;
      if (header.length < block) break;
      skip = bytesAfterHeader(header, check);
      header = Buffer.alloc(0);
    }
    yield chunk;
  }
}

/** How many bytes of an entry follow its header, in whole blocks. */
function bytesAfterHeader(header: Buffer, check: (type: string, size: number) => void): number {
  if (header.every((byte) => byte === 0)) return 0;
  const size = readSize(header.subarray(124, 136));
  const isSize = Number.isSafeInteger(size) && size >= 0;
  check(String.fromCharCode(header[156] || 0x30), isSize ? size : Number.NaN);
  return isSize ? Math.ceil(size / block) * block : 0;
}

/** Octal digits, or for 8 GiB and more a number in base 256. */
function readSize(field: Buffer): number {
  if (field[0] === 0x80) return Number(field.subarray(4).readBigUInt64BE());
  const text = field.toString("latin1").replace(/[\0 ].*$/s, "");
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}
