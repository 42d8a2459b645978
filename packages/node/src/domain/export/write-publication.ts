import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import { extension } from "mime-types";
import type { Context } from "../../context.ts";
import { areCommentsOpen } from "../../store/comments.ts";
import type { Publication } from "../../store/publications.ts";
import { describePublication, exportNames, folderOf } from "./export-format.ts";
import { hasBytes, writeWholeFile } from "./write-whole-file.ts";

/** A slug may have 255 letters of four bytes; a name on a disk has 255 bytes. */
const slugLetters = 40;

/** The files of one publication: names inside the export. */
export interface WrittenPublication {
  readonly names: readonly string[];
  /** Bytes. */
  readonly size: number;
}

/**
 * Writes a publication's exact bytes and what is said of them. Bytes that are there already, from a run that was
 * interrupted, stay.
 *
 * @returns null where the bytes are missing or damaged; nothing is written then
 */
export async function writePublication(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  folder: string,
  publication: Publication,
  signal?: AbortSignal,
): Promise<WrittenPublication | null> {
  const name = nameOf(publication);
  const path = join(folder, name);
  const hash = publication.contentHash as Hash;
  const size = await blobs.size(hash);
  if (size === null) return null;
  if (!(await hasBytes(path, { hash, size }))) {
    const hasher = createHash("sha256");
    const checked = async function* () {
      for await (const chunk of blobs.read(hash)) {
        hasher.update(chunk);
        yield chunk;
      }
      if (`0x${hasher.digest("hex")}` !== hash) throw new DamagedError("The bytes are damaged.");
    };
    try {
      await writeWholeFile(path, checked(), signal);
    } catch (error) {
      if (error instanceof DamagedError) return null;
      throw error;
    }
  }
  const about = describePublication(publication, await areCommentsOpen(store.db, publication.id));
  const aboutName = `${name}${exportNames.about}`;
  await writeWholeFile(join(folder, aboutName), lines([JSON.stringify(about, null, 2)]), signal);
  return { names: [name, aboutName], size };
}

class DamagedError extends Error {}

/** Sorts by day; the id makes it one name, the slug a readable one. */
function nameOf(publication: Publication): string {
  const { id, slug, timestamp, createdAt } = publication;
  const day = new Date(timestamp === null ? createdAt : timestamp * 1000).toISOString().slice(0, 10);
  const words = slug === null ? "" : `-${[...slug].slice(0, slugLetters).join("")}`;
  return `${folderOf(publication)}/${day}_${id}${words}.${endingOf(publication)}`;
}

function endingOf({ kind, filename, mediaType }: Publication): string {
  if (kind === "POST") return "md";
  const given = /\.([a-z0-9]{1,8})$/i.exec(filename ?? "")?.[1]?.toLowerCase();
  return given ?? (extension(mediaType) || "bin");
}

/** Texts as a file has them, a line each. */
export async function* lines(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}
