/** An entry of a made tar. What is left out is right; what is given is written as it is, also where no program would. */
export interface TarEntryToMake {
  readonly name: string;
  readonly body?: Uint8Array | string;
  /** The type flag, `0` by default. */
  readonly type?: string;
  readonly link?: string;
  readonly prefix?: string;
  /** The twelve bytes of the size. */
  readonly size?: string;
  /** The eight bytes at 257. */
  readonly magic?: string;
  readonly checksum?: number;
}

const block = 512;

/** A tar with two empty blocks at its end, in latin1 where a field is text. */
export function makeTar(
  entries: readonly TarEntryToMake[],
  end: Uint8Array = Buffer.alloc(2 * block),
): Buffer {
  return Buffer.concat([...entries.flatMap(makeEntry), end]);
}

function makeEntry(entry: TarEntryToMake): Buffer[] {
  const { name, body = "", type = "0", link = "", prefix = "", magic = "ustar\x0000" } = entry;
  const bytes = Buffer.from(body as Uint8Array);
  const header = Buffer.alloc(block);
  header.write(name, 0, 100);
  header.write("0000644\x000000000\x000000000\0", 100, "latin1");
  header.write(entry.size ?? `${bytes.length.toString(8).padStart(11, "0")}\0`, 124, 12, "latin1");
  header.write("00000000000\0", 136, "latin1");
  header.write("        ", 148);
  header.write(type, 156, 1, "latin1");
  header.write(link, 157, 100);
  header.write(magic, 257, 8, "latin1");
  header.write(prefix, 345, 155);
  const sum = entry.checksum ?? header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
}

/** A record of a pax header, with its length before it. */
export function paxRecord(keyword: string, value: string): string {
  const rest = ` ${keyword}=${value}\n`;
  const fits = (length: number) => length === String(length).length + Buffer.byteLength(rest);
  let length = Buffer.byteLength(rest) + 1;
  while (!fits(length)) length += 1;
  return `${length}${rest}`;
}

/** An extended header: for the next entry, or (`g`) for all that follow. */
export function paxHeader(records: string, type: "x" | "g" = "x"): TarEntryToMake {
  return { name: "PaxHeader", type, body: records };
}

/** A long name as GNU tar writes it: `L` for a path, `K` for the target of a link. */
export function longName(name: string, type: "L" | "K" = "L"): TarEntryToMake {
  return { name: "././@LongLink", type, body: `${name}\0`, magic: "ustar  \0" };
}
