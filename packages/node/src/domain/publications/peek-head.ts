/** How much of a file tells what it is. */
const headBytes = 4_100;

/**
 * Takes the first bytes of a stream to look at, and gives the stream back whole.
 *
 * @returns up to 4,100 bytes as `head`, and `source`, which yields everything once
 */
export async function peekHead(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; source: AsyncIterable<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < headBytes) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return { head: Buffer.concat(chunks).subarray(0, headBytes), source: rejoin(chunks, iterator) };
}

async function* rejoin(chunks: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    while (true) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}
