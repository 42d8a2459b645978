import type {
  ImportedPost,
  ImportRefusal,
  ImportSource,
  ReferenceFolder,
  ReferenceRow,
} from "@freehold/import";
import type { FoundImport, SentPost } from "./calls.ts";
import type { ImportProcess } from "./process.ts";

/** The posts that a process reads, as a source; its files come through the process. */
export function sourceIn(
  process: ImportProcess,
  { format, count, site }: FoundImport & { kind: "posts" },
): Omit<ImportSource, "close"> {
  async function* entries(
    signal?: AbortSignal,
    timeZone = "UTC",
  ): AsyncGenerator<ImportedPost | ImportRefusal> {
    for (let entry = await process.next(timeZone); entry !== null; entry = await process.next(timeZone)) {
      signal?.throwIfAborted();
      yield "why" in entry ? entry : toPost(process, entry);
    }
  }
  return { format, count, site, authors: () => process.authors(), entries };
}

function toPost(process: ImportProcess, post: SentPost): ImportedPost {
  return {
    ...post,
    files: post.files.map(({ isHere, ...file }, index) => ({
      ...file,
      open: isHere ? async () => bytesOf(process, await process.openFile(index)) : null,
    })),
  };
}

/** The folder of an epress node that a process reads. */
export function referenceIn(process: ImportProcess): ReferenceFolder {
  return {
    async *rows(table) {
      yield* partsOf(process, await process.openRows(table), process.readRows);
    },
    content: (hash) => process.content(hash),
    async openUpload(path) {
      const stream = await process.openUpload(path);
      return stream === null ? null : bytesOf(process, stream);
    },
  };
}

async function* bytesOf(process: ImportProcess, stream: number): AsyncGenerator<Uint8Array> {
  const readOne = async () => {
    const bytes = await process.readBytes(stream);
    return bytes && [bytes];
  };
  yield* partsOf(process, stream, readOne);
}

/** Everything of a stream, which is closed where its reader stops early. */
async function* partsOf<T extends ReferenceRow | Uint8Array>(
  process: ImportProcess,
  stream: number,
  read: (stream: number) => Promise<T[] | null>,
): AsyncGenerator<T> {
  try {
    for (let part = await read(stream); part !== null; part = await read(stream)) yield* part;
  } finally {
    await process.closeStream(stream);
  }
}
