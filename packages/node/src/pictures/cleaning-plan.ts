import { pictureLimits } from "./limits.ts";
import type { PictureBytes } from "./picture-bytes.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";

/** Kinds of data in a picture that are not part of the image, by the names that owners know. */
export const metadataKinds = {
  location: "Where it was taken.",
  camera: "Camera, lens, serial numbers, owner, times, and the maker's notes.",
  text: "Captions, comments, keywords and the history of its editing.",
  preview: "Smaller pictures of it, which may show parts that were cut off.",
  appended: "Data after its end or between its parts, such as the film of a motion photo.",
  other: "Data of other programs.",
} as const;

export type MetadataKind = keyof typeof metadataKinds;

/** A range of the picture, from `start` to before `end`, or other bytes in its place. */
type Part = { readonly start: number; readonly end: number } | Uint8Array;

/** How a picture is written without its metadata: parts of it, and bytes between them. */
export class CleaningPlan {
  readonly #parts: Part[] = [];
  readonly #removed = new Set<MetadataKind>();
  #pieces = 0;

  /** The kinds of metadata that are removed, in the order of the table. */
  get removed(): readonly MetadataKind[] {
    return Object.keys(metadataKinds).filter((kind): kind is MetadataKind =>
      this.#removed.has(kind as MetadataKind),
    );
  }

  /** Bytes that are written. */
  get size(): number {
    return this.#parts.reduce((sum, part) => sum + lengthOf(part), 0);
  }

  /** Keeps a range. */
  keep(start: number, end: number): void {
    this.count();
    const last = this.#parts.at(-1);
    if (last && !(last instanceof Uint8Array) && last.end === start)
      this.#parts[this.#parts.length - 1] = { start: last.start, end };
    else if (end > start) this.#parts.push({ start, end });
  }

  /** Writes other bytes. They may be changed until the plan is carried out. */
  write(bytes: Uint8Array): void {
    this.count();
    this.#parts.push(bytes);
  }

  remove(...kinds: readonly MetadataKind[]): void {
    this.count();
    for (const kind of kinds) this.#removed.add(kind);
  }

  /** Counts a piece of the picture. @throws UnreadablePictureError for too many */
  count(): void {
    this.#pieces += 1;
    if (this.#pieces > pictureLimits.pieces) throw new UnreadablePictureError("it has too many parts");
  }

  /** Whether the plan changes anything. */
  changes({ size }: PictureBytes): boolean {
    const [first] = this.#parts;
    const isWhole =
      this.#parts.length === 1 && first !== undefined && !(first instanceof Uint8Array) && first.start === 0;
    return !isWhole || lengthOf(first) !== size;
  }

  /** The bytes without metadata. */
  async *carryOut(bytes: PictureBytes): AsyncGenerator<Uint8Array> {
    for (const part of this.#parts) {
      if (part instanceof Uint8Array) {
        yield part;
        continue;
      }
      for (let at = part.start; at < part.end; ) {
        const chunk = await bytes.read(at, Math.min(chunkBytes, part.end - at));
        if (chunk.length === 0) throw new Error("The picture became shorter while it was read.");
        yield chunk;
        at += chunk.length;
      }
    }
  }
}

const chunkBytes = 256 * 1024;

function lengthOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.end - part.start;
}
