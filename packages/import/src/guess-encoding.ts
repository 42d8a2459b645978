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

const mostly = 0.6; // of the letters beyond ASCII, those beside another one where words are of no European language
const fewestLetters = 8;

/**
 * The encoding of a text that names none and is not UTF-8, by its beginning: that of Chinese, Japanese, Korean or
 * Russian Windows; null for any other, which is mostly windows-1252.
 */
export function guessEncoding(bytes: Uint8Array): string | null {
  // The end of a line is no half of a character.
  const lines = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length);
  const letters = Buffer.from(lines).toString("latin1");
  const high = letters.match(/[\x80-\xff]/g)?.length ?? 0;
  const lengthOf = (runs: readonly string[] | null) =>
    (runs ?? []).reduce((sum, { length }) => sum + length, 0);
  if (lengthOf(letters.match(/[\x80-\xff]{2,}/g)) < mostly * high) return null;
  const asian = guessAsian(lines);
  if (asian !== null && isPlausible(decodeAs(asian, lines) ?? "")) return asian;
  const words = letters.match(/[\xa8\xb8\xc0-\xff]{2,}/g);
  if (high < fewestLetters || lengthOf(words) < mostly * high) return null;
  const small = lengthOf(letters.match(/[\xe0-\xff]/g));
  return small * 2 > high ? "windows-1251" : "koi8-r";
}

/** Whether signs of Asia stand apart from Latin letters, which surround those of European words, and few are narrow Kana. */
function isPlausible(text: string): boolean {
  const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const signs = countOf(/[^\0-\x7f]/g);
  return countOf(/[a-z](?=[^\0-\x7f])/gi) * 2 < signs && countOf(/[\uff66-\uff9f]/g) * 2 < signs;
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
