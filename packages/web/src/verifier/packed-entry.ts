/** A file of an archive, or of a folder into which one was unpacked. */
export interface ArchiveEntry {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly from: "archive" | "folder";
}

/** A file or a folder as an archive has it. */
export interface PackedEntry extends Omit<ArchiveEntry, "from"> {
  readonly kind: "file" | "folder";
}

/** The pieces of a stream; not every browser goes through one by `for await`. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
