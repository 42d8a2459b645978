/**
 * Bytes that have their memory to themselves, for whoever keeps them: Node hands small buffers out of slabs of 64 KiB, and
 * what packs and reads gives the beginning of a larger one. One that is kept keeps the whole of it, and then a bound on
 * lengths bounds no memory.
 *
 * @param bytes a text is written in UTF-8
 * @returns the same buffer where it shares with nobody
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
