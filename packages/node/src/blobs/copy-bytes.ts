/**
 * Copies bytes into memory of their own, for a cache: Node allocates small buffers in slabs of 64 KiB, and a compressor
 * returns the beginning of a larger buffer. A cached part keeps the whole in memory, so that a limit on lengths would not
 * limit memory.
 *
 * @param bytes a text is encoded as UTF-8
 * @returns the same buffer when it shares memory with nothing
 */
export function copyBytes(bytes: string | Uint8Array): Buffer {
  if (typeof bytes === "string") {
    const written = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
    written.write(bytes);
    return written;
  }
  if (bytes.byteLength === bytes.buffer.byteLength) return Buffer.from(bytes.buffer);
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
