import { crc32 } from "node:zlib";
import type { Entry } from "yauzl";

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

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Pairs of bytes of GB2312, which has the usual characters of Chinese, and ASCII between them. */
const gb2312 = /^(?:[\0-\x7f]|[\xa1-\xa9\xb0-\xf7][\xa1-\xfe])*$/;
/** Pairs of bytes of the usual characters of Big5, and ASCII between them. In GBK those with ASCII for a second byte are rare. */
const big5 = /^(?:[\0-\x7f]|[\xa1-\xc6][\x40-\x7e\xa1-\xfe])*$/;
/** Two bytes of the upper half beside each other, which European names rarely have. */
const pairOfHigh = /[\x80-\xff]{2}/;
/** Syllables that make most of any Korean text. GBK that is read as Korean has one of thirty by chance. */
const usualHangul =
  /[이다는에가의을로고하은지도서리기어아사인자대한나수를시해스정그일제전보과부라들장주구상비안있만여오원세우조성공무유소동국경선실용신개계위관문물생회학치민미마거적저드러요바야중내모반발방트니것화진간체행영연음글림노메첫번째파폴더새]/g;

/** The encodings of Windows that a test tells from others, the surest first. */
const encodings: readonly (readonly [name: string, isLikely: (text: string, bytes: string) => boolean])[] = [
  ["euc-kr", isKorean],
  ["gb18030", (_, bytes) => gb2312.test(bytes)],
  ["big5", (_, bytes) => isBig5(bytes)],
  ["shift_jis", (text, bytes) => /[ぁ-んァ-ヶ]/.test(text) || pairOfHigh.test(bytes)],
  ["gb18030", (_, bytes) => pairOfHigh.test(bytes)],
];

function decoderOf(names: readonly Uint8Array[]): (bytes: Uint8Array) => string {
  const all = Buffer.concat(names.flatMap((name) => [name, Buffer.from("\n")]));
  const bytes = all.toString("latin1");
  if (decodeAs("utf-8", all) !== null) return (name) => Buffer.from(name).toString("utf8");
  const found = encodings.find(([name, isLikely]) => {
    const text = decodeAs(name, all);
    return text !== null && isLikely(text, bytes);
  });
  return (name) => (found === undefined ? null : decodeAs(found[0], name)) ?? decodeDos(name);
}

/** Hangul alone, and half of it usual. */
function isKorean(text: string): boolean {
  const signs = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const hangul = text.match(/[가-힣]/g)?.length ?? 0;
  return hangul > 1 && hangul === signs && (text.match(usualHangul)?.length ?? 0) * 2 >= hangul;
}

/** Two of five characters of Big5 have ASCII for a second byte. */
function isBig5(bytes: string): boolean {
  if (!big5.test(bytes)) return false;
  const pairs = bytes.match(/[\xa1-\xc6][\x40-\xfe]/g) ?? [];
  return pairs.length > 1 && pairs.filter(([, second = ""]) => second < "\x7f").length * 5 >= pairs.length;
}

/** The upper half of code page 437, which the format prescribes. */
const dos =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const decodeDos = (name: Uint8Array): string =>
  Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (dos[byte - 0x80] ?? "_"))).join("");
