/** Bytes of a stream in the portions that are asked for. */
export interface ByteSource {
  /** @returns null at the end, also where fewer bytes are left */
  exactly(size: number): Promise<Uint8Array | null>;
  /** The next piece as it comes; null at the end. */
  some(most: number): Promise<Uint8Array | null>;
  /** Ends the stream before its end. */
  close(): Promise<void>;
}

export function createByteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const pieces = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function some(most: number): Promise<Uint8Array | null> {
    while (rest.length === 0) {
      const { done, value } = await pieces.next();
      if (done) return null;
      rest = value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  }

  return {
    some,
    async close() {
      await pieces.return?.();
    },
    async exactly(size) {
      const bytes = new Uint8Array(size);
      let at = 0;
      while (at < size) {
        const part = await some(size - at);
        if (part === null) return null;
        bytes.set(part, at);
        at += part.length;
      }
      return bytes;
    },
  };
}
