import {
  type ImportedPost,
  type ImportRefusal,
  type ReferenceFolder,
  type ReferenceRow,
  readMarkdownPost,
} from "@freehold/import";
import type { FoundImport, ImportCalls, SentPost } from "./calls.ts";
import { composeText } from "./compose-text.ts";
import { findImport, type OpenedImport } from "./find-source.ts";

// Bytes or characters that are sent at once.
const partLength = 512 * 1_024;

/** Answers the calls of one import, in the process that reads it. */
export function createImportReader(): ImportCalls {
  let found: OpenedImport | null = null;
  let entries: AsyncIterator<ImportedPost | ImportRefusal> | null = null;
  let post: ImportedPost | null = null;
  const files = new Map<number, AsyncIterator<Uint8Array>>();
  const tables = new Map<number, AsyncIterator<ReferenceRow>>();
  let streams = 0;

  function add<T>(open: Map<number, AsyncIterator<T>>, source: AsyncIterable<T>): number {
    streams += 1;
    open.set(streams, source[Symbol.asyncIterator]());
    return streams;
  }
  function referenceFolder(): ReferenceFolder {
    if (found?.kind !== "reference") throw new Error("no epress node");
    return found.reference;
  }

  return {
    async open(path, temporary) {
      found = await findImport(path, temporary);
      return found && describe(found);
    },
    async readPost(text) {
      const read = await readMarkdownPost(text);
      if (read === null) return null;
      const { title, markdown, tags, ...post } = read;
      return { ...post, text: composeText({ title, markdown, tags }, new Map()) };
    },
    async authors() {
      if (found?.kind !== "posts") throw new Error("no posts");
      return await found.source.authors();
    },
    async next(timeZone) {
      if (found?.kind !== "posts") throw new Error("no posts");
      entries ??= found.source.entries(undefined, timeZone)[Symbol.asyncIterator]();
      const { value, done } = await entries.next();
      post = done || "why" in value ? null : value;
      return done ? null : "why" in value ? value : toSent(value);
    },
    async openFile(index) {
      const open = post?.files[index]?.open;
      if (!open) throw new Error("no file");
      return add(files, await open());
    },
    async openUpload(path) {
      const upload = await referenceFolder().openUpload(path);
      return upload && add(files, upload);
    },
    openRows: async (table) => add(tables, referenceFolder().rows(table)),
    content: (hash) => referenceFolder().content(hash),
    async readBytes(stream) {
      const chunks = await take(files.get(stream), ({ length }) => length);
      return chunks && Buffer.concat(chunks);
    },
    readRows: (stream) => take(tables.get(stream), lengthOf),
    async closeStream(stream) {
      await files.get(stream)?.return?.();
      await tables.get(stream)?.return?.();
      files.delete(stream);
      tables.delete(stream);
    },
  };
}

function describe(found: OpenedImport): FoundImport {
  if (found.kind === "export") return found;
  if (found.kind === "reference") return { kind: "reference" };
  const { format, count, site = null } = found.source;
  return { kind: "posts", format, count, site };
}

function toSent(post: ImportedPost): SentPost {
  return {
    ...post,
    files: post.files.map(({ open, ...file }) => ({ ...file, isHere: open !== null })),
  };
}

/** The next items up to the length of a part; null at the end. */
async function take<T>(
  source: AsyncIterator<T> | undefined,
  measure: (item: T) => number,
): Promise<T[] | null> {
  const taken: T[] = [];
  for (let length = 0; source && length < partLength; ) {
    const { value, done } = await source.next();
    if (done) break;
    taken.push(value);
    length += measure(value);
  }
  return taken.length === 0 ? null : taken;
}

function lengthOf(row: ReferenceRow): number {
  const lengths = Object.values(row).map((field) =>
    typeof field === "string" || field instanceof Uint8Array ? field.length : 8,
  );
  return lengths.reduce((sum, length) => sum + length, 64);
}
