import { crc32 } from "node:zlib";
import type { Entry } from "yauzl";
import { decodeAs, guessAsian } from "../guess-encoding.ts";

/** The parts of an entry of a zip that say its name. */
type Named = Pick<Entry, "fileNameRaw" | "extraFields" | "generalPurposeBitFlag">;

const utf8Flag = 0x800;
const unicodePath = 0x7075;

/**
 * The names of the entries of a zip: by their flag or field for Unicode, and else all of them as UTF-8 where that is valid, or in the
 * one encoding of Windows that decodes them. Programs of macOS write UTF-8 without the flag, and Windows
 * writes GBK, Big5, Shift-JIS or the encoding of Korean.
 */
export function decodeZipNames(entries: readonly Named[]): string[] {
  const known = entries.map(unicodeName);
  // A short name may be valid UTF-8 by chance.
  const decode = decoderOf(
    entries.flatMap(({ fileNameRaw }, index) => (known[index] === null ? [fileNameRaw] : [])),
  );
  return entries.map(({ fileNameRaw }, index) => known[index] ?? decode(fileNameRaw));
}

/** The name that is said to be Unicode; null for none. The field for it is of the name with its checksum. */
function unicodeName({ fileNameRaw, extraFields, generalPurposeBitFlag }: Named): string | null {
  if ((generalPurposeBitFlag & utf8Flag) !== 0) return decodeAs("utf-8", fileNameRaw);
  const field = extraFields.find(({ id, data }) => id === unicodePath && data.length > 5 && data[0] === 1);
  if (!field || field.data.readUInt32LE(1) !== crc32(fileNameRaw)) return null;
  return decodeAs("utf-8", field.data.subarray(5));
}

function decoderOf(names: readonly Uint8Array[]): (bytes: Uint8Array) => string {
  const all = Buffer.concat(names.flatMap((name) => [name, Buffer.from("\n")]));
  if (decodeAs("utf-8", all) !== null) return (name) => Buffer.from(name).toString("utf8");
  const found = guessAsian(all);
  return (name) => (found === null ? null : decodeAs(found, name)) ?? decodeDos(name);
}

/** The upper half of code page 437, which the format prescribes. */
const dos =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const decodeDos = (name: Uint8Array): string =>
  Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (dos[byte - 0x80] ?? "_"))).join("");
