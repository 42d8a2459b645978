import { Transform, type TransformCallback } from "node:stream";
import { ArchiveError } from "./archive-format.ts";

const block = 512;
const place = { size: [124, 136], type: 156 } as const;

/**
 * Passes a tar file through and ends at the first entry that is no plain file. So nothing is ever read of a link, a
 * folder or a device, nor of the headers that extend others, which a reader would take into memory whatever their length.
 */
export function refuseOddEntries(): Transform {
  let header = Buffer.alloc(0);
  let skip = 0;
  const look = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      const passed = Math.min(skip, chunk.length - at);
      at += passed;
      skip -= passed;
      if (skip > 0 || at === chunk.length) return;
      const part = chunk.subarray(at, at + block - header.length);
      header = Buffer.concat([header, part]);
      at += part.length;
      if (header.length < block) return;
      skip = lengthBehind(header);
      header = Buffer.alloc(0);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        look(chunk);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** How many bytes of an entry follow its header, filled up to whole blocks. */
function lengthBehind(header: Buffer): number {
  if (header.every((byte) => byte === 0)) return 0;
  const type = header[place.type];
  if (type !== 0x30 && type !== 0) {
    throw new ArchiveError("The backup holds something that is no file (a link, a folder, a longer name).");
  }
  const size = readSize(header.subarray(...place.size));
  if (!Number.isSafeInteger(size) || size < 0)
    throw new ArchiveError("The backup holds a file of no length.");
  return Math.ceil(size / block) * block;
}

/** Octal digits, or for 8 GiB and more a number in base 256. */
function readSize(field: Buffer): number {
  if (field[0] === 0x80) return Number(field.subarray(4).readBigUInt64BE());
  const text = field.toString("latin1").replace(/[\0 ].*$/s, "");
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}
