import { createHash } from "node:crypto";
import { formatCid } from "../../../../import/src/formats/bluesky/read-car.ts";

/** The CID of bytes, in DAG-CBOR a link to their block. */
export class Link {
  readonly bytes: Buffer;

  constructor(block: Uint8Array) {
    this.bytes = Buffer.concat([
      Buffer.from([1, 0x71, 0x12, 0x20]),
      createHash("sha256").update(block).digest(),
    ]);
  }

  get cid(): string {
    return formatCid(this.bytes);
  }
}

/** DAG-CBOR of a value. */
function encodeCbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === "number") return head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Link)
    return Buffer.concat([head(6, 42), head(2, value.bytes.length + 1), Buffer.from([0]), value.bytes]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  const entries = Object.entries(value as object).filter(([, one]) => one !== undefined);
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)]),
  ]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  if (value < 65_536) return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
  const bytes = Buffer.alloc(5, (major << 5) | 26);
  bytes.writeUInt32BE(value, 1);
  return bytes;
}

/** A repository with these records by their keys, as a CAR file with one node of its tree for each three records. */
export function makeRepository(did: string, records: Readonly<Record<string, object>>): Buffer {
  const sorted = Object.entries(records).sort(([one], [other]) => (one < other ? -1 : 1));
  return Buffer.concat([...writeRepository(did, sorted)]);
}

/** The same in parts, for as many records as you like. @param records sorted by their keys */
export function* writeRepository(
  did: string,
  records: Iterable<readonly [string, object]>,
): Generator<Buffer> {
  const blocks: Buffer[] = [];
  const put = (value: unknown): Link => {
    const bytes = encodeCbor(value);
    const link = new Link(bytes);
    blocks.push(toSection(Buffer.concat([link.bytes, bytes])));
    return link;
  };
  // The importer reads no roots.
  yield toSection(encodeCbor({ roots: [new Link(Buffer.alloc(0))], version: 1 }));
  let data: Link | null = null;
  let before = "";
  let entries: object[] = [];
  const endNode = () => {
    data = put({ l: data, e: entries });
    before = "";
    entries = [];
  };
  for (const [key, record] of records) {
    const shared = [...key].findIndex((sign, index) => sign !== before[index]);
    const p = shared < 0 ? 0 : shared;
    before = key;
    entries.push({ p, k: Buffer.from(key.slice(p)), v: put(record), t: null });
    if (entries.length === 3) endNode();
    yield* blocks.splice(0);
  }
  if (entries.length > 0) endNode();
  put({ did, version: 3, data, rev: "3k", prev: null, sig: Buffer.alloc(64) });
  yield* blocks;
}

const toSection = (part: Buffer) => Buffer.concat([varint(part.length), part]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) | 128);
    if (rest < 128) return Buffer.from(bytes);
  }
}
