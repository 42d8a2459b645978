/** A file of an archive. */
export interface ArchiveEntry {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The files of a `.tar.gz` or a `.zip`, in the order in which they can be read. Read each to its end before the next.
 *
 * @throws Error for another kind of file, one that ends early, and a zip of more than 4 GB or 65,534 files
 */
export async function* readArchive(file: Blob): AsyncGenerator<ArchiveEntry> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) yield* readTar(file);
  else if (head[0] === 0x50 && head[1] === 0x4b) yield* readZip(file);
  else throw new Error("This is neither a .tar.gz nor a .zip.");
}

// Not a limit: the unit of the format.
const block = 512;
const text = new TextDecoder();

/** Tar as this program and common tools write it: ustar, with pax headers for long names and sizes. */
async function* readTar(file: Blob): AsyncGenerator<ArchiveEntry> {
  const source = createSource(file.stream().pipeThrough(new DecompressionStream("gzip")));
  let pax: Record<string, string> = {};
  for (;;) {
    const header = await source.exactly(block);
    if (header === null || header.every((byte) => byte === 0)) return;
    const read = (start: number, length: number) =>
      text.decode(header.subarray(start, start + length)).replace(/\0.*$/s, "");
    const type = read(156, 1) || "0";
    const size = Number(pax.size ?? Number.parseInt(read(124, 12).trim() || "0", 8));
    if (!Number.isSafeInteger(size) || size < 0) throw new Error("A header is malformed.");
    const prefix = read(345, 155);
    const path = pax.path ?? (prefix === "" ? read(0, 100) : `${prefix}/${read(0, 100)}`);
    const padding = (block - (size % block)) % block;
    if (type === "x" || type === "g") {
      const body = await source.exactly(size);
      if (type === "x" && body) pax = readPax(text.decode(body));
    } else {
      pax = {};
      // Links and devices are no files of an export: they show as added.
      if (type !== "5") yield { path, bytes: source.upTo(size) };
      else await drain(source.upTo(size));
    }
    if (padding > 0) await source.exactly(padding);
  }
}

function readPax(body: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of body.split("\n")) {
    const [, name, value] = /^\d+ ([^=]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Bytes of a stream in the portions that are asked for. */
function createSource(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  let rest: Uint8Array = new Uint8Array();

  async function some(most: number): Promise<Uint8Array | null> {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return null;
      rest = value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  }

  async function* upTo(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      const part = await some(left);
      if (part === null) throw new Error("The archive ends early.");
      left -= part.length;
      yield part;
    }
  }

  async function* all(): AsyncGenerator<Uint8Array> {
    for (let part = await some(Number.POSITIVE_INFINITY); part; part = await some(Number.POSITIVE_INFINITY))
      yield part;
  }

  return {
    upTo,
    all,
    /** @returns null at the end */
    async exactly(size: number): Promise<Uint8Array | null> {
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

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _part of bytes);
}

// Not limits: parts of the format.
const endSize = 22;
const entrySize = 46;
const localSize = 30;

/** Zip by its table at the end. */
async function* readZip(file: Blob): AsyncGenerator<ArchiveEntry> {
  const tail = await viewOf(file.slice(Math.max(0, file.size - 0xffff - endSize)));
  let end = tail.byteLength - endSize;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("The archive ends early.");
  const [count, length, start] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (count === 0xffff || start === 0xffffffff) throw new Error("The archive is too large.");
  const table = await viewOf(file.slice(start, start + length));
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (table.getUint32(at, true) !== 0x02014b50) throw new Error("The table is malformed.");
    const method = table.getUint16(at + 10, true);
    const size = table.getUint32(at + 20, true);
    const nameLength = table.getUint16(at + 28, true);
    const offset = table.getUint32(at + 42, true);
    const path = text.decode(new Uint8Array(table.buffer, at + entrySize, nameLength));
    at += entrySize + nameLength + table.getUint16(at + 30, true) + table.getUint16(at + 32, true);
    if (!path.endsWith("/")) yield { path, bytes: readZipped(file, { offset, size, method }) };
  }
}

async function* readZipped(
  file: Blob,
  { offset, size, method }: { offset: number; size: number; method: number },
): AsyncGenerator<Uint8Array> {
  const local = await viewOf(file.slice(offset, offset + localSize));
  const start = offset + localSize + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = file.slice(start, start + size).stream();
  if (method !== 0 && method !== 8) throw new Error("A file is packed in an unknown way.");
  yield* createSource(
    method === 0 ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw")),
  ).all();
}

async function viewOf(part: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await part.arrayBuffer());
}
