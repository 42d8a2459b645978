import { crc32, deflateRawSync } from "node:zlib";

/** A file of a made zip. The sizes and the checksum are the true ones unless the zip is to lie. */
export interface ZipFileToMake {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Unix mode with the file type, for a link. */
  readonly mode?: number;
  readonly crc?: number;
  /** What the zip says the file unpacks to. */
  readonly says?: number;
  readonly stored?: boolean;
}

/** A zip of files as PKWARE's APPNOTE.TXT describes it; odd ones too, which no library writes. */
export function makeZip(files: readonly ZipFileToMake[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { name, body, fields } = pack(file);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    fields.copy(local, 4);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50);
    central.writeUInt16LE((3 << 8) | 20, 4);
    fields.copy(central, 6);
    central.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    directory.push(central, name);
    parts.push(local, name, body);
    offset += local.length + name.length + body.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}

/** Name, packed bytes and the 26 bytes that both headers of a file share. */
function pack({ name, bytes, crc, says, stored = false }: ZipFileToMake) {
  const raw = Buffer.from(bytes as Uint8Array);
  const body = stored ? raw : deflateRawSync(raw);
  const nameBytes = Buffer.from(name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800, 2);
  fields.writeUInt16LE(stored ? 0 : 8, 4);
  fields.writeUInt32LE(crc ?? crc32(raw), 10);
  fields.writeUInt32LE(body.length, 14);
  fields.writeUInt32LE(says ?? raw.length, 18);
  fields.writeUInt16LE(nameBytes.length, 22);
  return { name: nameBytes, body, fields };
}
