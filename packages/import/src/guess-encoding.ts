import { analyse } from "chardet";
import { guessLatin } from "./guess-latin.ts";

/** The text of bytes in an encoding; null where one of them is not of it. */
export function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const fewest = 0.9; // of the signs beyond ASCII, those of the script that they tell

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

/** The encoding of Chinese, Japanese or Korean Windows that fits bytes which are not UTF-8; null for none. */
export function guessAsian(bytes: Uint8Array): string | null {
  const letters = Buffer.from(bytes).toString("latin1");
  const found = encodings.find(([name, isLikely]) => {
    const text = decodeAs(name, bytes);
    return text !== null && isLikely(text, letters);
  });
  return found?.[0] ?? null;
}

/** Encodings of the older standards, each as the one of Windows that has the same letters and more. */
const ofWindows: Readonly<Record<string, string>> = {
  "ISO-8859-6": "windows-1256",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
};

/** The names that statistics give to a text of Latin letters. */
const latin = /^(?:ISO-8859-[129]|windows-125[024])$/;

const noEvidence = 10; // the confidence of chardet in what only fits
const fewSigns = 8; // beyond ASCII, of which no statistics tell a language

/** The encoding of a text that names none and is not UTF-8, by its beginning; null for one that can't be told. */
export function guessEncoding(bytes: Uint8Array): string | null {
  // The end of a line is no half of a character.
  const lines = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length);
  if (isShortAsian(lines)) return guessAsian(lines);
  const names = analyse(lines)
    .filter(({ confidence }) => confidence > noEvidence)
    .map(({ name }) => ofWindows[name] ?? name);
  const isOther = (name: string) => !latin.test(name) && isText(decodeAs(name, lines));
  const found = names.find((name) => latin.test(name) || isOther(name));
  const other = hasOtherLetters(lines) ? names.find(isOther) : found;
  return other === undefined || latin.test(other) ? guessLatin(lines) : other.toLowerCase();
}

/** Whether most signs are in words without a Latin letter, as those of Cyrillic. */
function hasOtherLetters(bytes: Uint8Array): boolean {
  const letters = Buffer.from(bytes).toString("latin1");
  let others = 0;
  for (const [word] of letters.matchAll(/[a-z\x80-\xff]+/gi)) {
    const signs = word.replace(/[a-z]/gi, "").length;
    if (signs > 1) others += signs === word.length ? signs : -signs;
  }
  return others > 0;
}

/** A control sign in the place of a letter shows another encoding. */
const isText = (text: string | null) => text !== null && !/[\u0080-\u009f]/.test(text);

/** Whether a few signs stand beside each other and apart from Latin letters, as those of a short title. */
function isShortAsian(bytes: Uint8Array): boolean {
  const letters = Buffer.from(bytes).toString("latin1");
  const signs = letters.match(/[\x80-\xff]/g)?.length ?? 0;
  return (
    signs < fewSigns &&
    pairOfHigh.test(letters) &&
    !isCyrillic(letters) &&
    !/[a-z][\x80-\xff]|[\x80-\xff][a-z]/i.test(letters)
  );
}

/** Hangul, few other signs, and half of it usual. */
function isKorean(text: string): boolean {
  const signs = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const hangul = text.match(/[가-힣]/g)?.length ?? 0;
  return hangul > 1 && hangul >= fewest * signs && (text.match(usualHangul)?.length ?? 0) * 2 >= hangul;
}

/** Two of five characters of Big5 have ASCII for a second byte. */
function isBig5(bytes: string): boolean {
  if (!big5.test(bytes)) return false;
  const pairs = bytes.match(/[\xa1-\xc6][\x40-\xfe]/g) ?? [];
  return pairs.length > 1 && pairs.filter(([, second = ""]) => second < "\x7f").length * 5 >= pairs.length;
}

/** Small letters of Cyrillic have the bytes of the second half of Chinese characters, which short titles rarely have. */
const isCyrillic = (bytes: string) => (bytes.match(/[\xe0-\xff]{3}/g)?.length ?? 0) > 0;
