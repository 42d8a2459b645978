import type { CleaningPlan, MetadataKind } from "./cleaning-plan.ts";
import { namesPlace } from "./exif.ts";
import type { PictureReader } from "./picture-bytes.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";

/** Introducers and labels of GIF89a. */
const code = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const;
const label = { plainText: 0x01, control: 0xf9, comment: 0xfe, application: 0xff } as const;
// A control extension: its introducer and label, one block of four bytes with the length before it, and the end.
const controlBytes = 8;
/** Application extensions that say how often an animation repeats. */
const loops: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

/**
 * Plans a GIF without metadata: frames, colours and the number of repetitions stay; comments and the extensions of programs
 * don't.
 *
 * @throws UnreadablePictureError
 */
export async function planGif(reader: PictureReader, plan: CleaningPlan): Promise<void> {
  const head = await reader.read(0, 13);
  if (!/^GIF8[79]a$/.test(head.toString("latin1", 0, 6))) throw new UnreadablePictureError("it is no GIF");
  let at = 13 + colourBytes(head.readUInt8(10));
  if (at > reader.size) throw new UnreadablePictureError("it breaks off");
  plan.keep(0, at);
  let hasImage = false;
  while (true) {
    const [introducer, kind = 0] = await reader.readUpTo(at, 2);
    if (introducer === undefined) {
      if (!hasImage) throw new UnreadablePictureError("it has no image");
      return;
    }
    if (introducer === code.trailer) {
      if (!hasImage) throw new UnreadablePictureError("it has no image");
      plan.keep(at, at + 1);
      if (at + 1 < reader.size) plan.remove("appended");
      return;
    }
    if (introducer === code.extension) at = await planExtension(reader, plan, { at, kind });
    else if (introducer === code.image) {
      const end = await skipBlocks(reader, at + 11 + colourBytes((await reader.read(at, 10)).readUInt8(9)));
      plan.keep(at, end);
      hasImage = true;
      at = end;
    } else if (introducer === 0) {
      // Some programs end a block twice.
      plan.count();
      at += 1;
    } else throw new UnreadablePictureError("it has a part that is unknown");
  }
}

/** @returns where the extension ends */
async function planExtension(
  reader: PictureReader,
  plan: CleaningPlan,
  { at, kind }: { at: number; kind: number },
): Promise<number> {
  const end = await skipBlocks(reader, at + 2);
  if (kind === label.control && (await reader.readUpTo(at, controlBytes))[2] === controlBytes - 4) {
    if (end === at + controlBytes) plan.keep(at, end);
    else {
      plan.remove("other");
      plan.keep(at, at + controlBytes - 1);
      plan.write(Buffer.alloc(1));
    }
    return end;
  }
  if (kind !== label.application) {
    // No browser draws a plain text, so nobody sees it.
    plan.remove(kind === label.comment || kind === label.plainText ? "text" : "other");
    return end;
  }
  const start = await reader.readUpTo(at, 18);
  const name = start.toString("latin1", 3, 14);
  // A block of eleven bytes with the name, then one of three: 1, and the number of repetitions.
  if (start[2] === 11 && loops.has(name) && start.length === 18 && start[14] === 3 && start[15] === 1) {
    if (end === at + 19) plan.keep(at, end);
    else {
      plan.remove("other");
      plan.keep(at, at + 18);
      plan.write(Buffer.alloc(1));
    }
    return end;
  }
  plan.remove(...(await kindsOf(reader, name, { at, end })));
  return end;
}

async function kindsOf(
  reader: PictureReader,
  name: string,
  { at, end }: { at: number; end: number },
): Promise<MetadataKind[]> {
  if (!name.startsWith("XMP Data")) return ["other"];
  const text = (await reader.readUpTo(at, Math.min(end - at, searchedBytes))).toString("latin1");
  return namesPlace(text) ? ["location", "text"] : ["text"];
}

// The bytes of an XMP packet that are searched for a place.
const searchedBytes = 64 * 1024;

/** The bytes of a colour table. */
function colourBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** The end of a chain of blocks; the size of the picture where it breaks off. */
async function skipBlocks(reader: PictureReader, from: number): Promise<number> {
  let at = from;
  while (at < reader.size) {
    const window = await reader.windowAt(at);
    let index = 0;
    while (index < window.length) {
      const length = window[index] ?? 0;
      index += length + 1;
      if (length === 0) return at + index;
    }
    at += index;
  }
  return reader.size;
}
