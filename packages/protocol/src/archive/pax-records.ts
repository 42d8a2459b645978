import { decodeName, TarError } from "./tar-header.ts";

/** The fields that the records of an extended header change. */
export interface PaxFields {
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: number;
}

/** Keywords that change neither a name nor bytes. Others, as those of sparse files, are refused. */
const harmless =
  /^(?:[acm]time|[ug]id|[ug]name|comment|SCHILY\.(?:dev|ino|nlink|acl\..+|xattr\..+)|LIBARCHIVE\.(?:creationtime|xattr\..+)|RHT\.security\.selinux|MSWINDOWS\.rawsd)$/;

const space = 0x20;
const lineEnd = 0x0a;

/**
 * Reads the records of a pax header by their lengths: `LENGTH KEYWORD=VALUE` and a line break. A value may contain line breaks.
 *
 * @throws TarError for a record that does not fit its length, a keyword that comes twice, and one that this reader does not know
 */
export function parsePaxRecords(body: Uint8Array): PaxFields {
  const fields = new Map<string, string>();
  for (let at = 0; at < body.length; ) {
    const digits = decodeName(body.subarray(at, body.indexOf(space, at)));
    const length = /^[1-9]\d{0,6}$/.test(digits) ? Number(digits) : Number.NaN;
    const record = body.subarray(at + digits.length + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    if (!(at + length <= body.length) || body[at + length - 1] !== lineEnd || equals < 1)
      throw new TarError("invalid tar header: a record does not fit its length");
    const keyword = decodeName(record.subarray(0, equals));
    if (fields.has(keyword)) throw new TarError(`invalid tar header: two values of ${keyword}`);
    fields.set(keyword, decodeName(record.subarray(equals + 1)));
    at += length;
  }
  return readFields(fields);
}

function readFields(fields: ReadonlyMap<string, string>): PaxFields {
  const result: { path?: string; linkpath?: string; size?: number } = {};
  for (const [keyword, value] of fields) {
    if (keyword === "path" || keyword === "linkpath") {
      if (value === "" || value.includes("\0")) throw new TarError("invalid tar header: a name is malformed");
      result[keyword] = value;
    } else if (keyword === "size") {
      if (!/^\d{1,15}$/.test(value)) throw new TarError("invalid tar header: a size is not a number");
      result.size = Number(value);
    } else if (!harmless.test(keyword)) {
      throw new TarError(`invalid tar header: ${JSON.stringify(keyword.slice(0, 100))} is unknown`);
    }
  }
  return result;
}
