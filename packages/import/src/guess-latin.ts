/** Letters of a language beyond ASCII: the usual ones, rare ones, and letters in places where no word has them. */
interface Language {
  readonly encodings: readonly string[];
  readonly usual: string;
  readonly rare?: string;
  readonly never?: RegExp;
}

const western = ["windows-1252", "macintosh"];
const central = ["windows-1250", "iso-8859-2"];

/** Languages with Latin letters. Of several that fit as well, the first is taken. */
const languages: readonly Language[] = [
  { encodings: western, usual: "äöüß" },
  {
    encodings: western,
    usual: "éèàêçâîôùëïœ",
    rare: "û",
    never:
      /[aeiouy]œ|œ(?![cdilnstu])|[èê][aeiouy]|(?<!\p{L})è(?!r)|(?<!o)ù|ù(?=\p{L})|(?<![aeou])ï|û(?![cdeglmnprst])/gu,
  },
  { encodings: western, usual: "íóáéñú", rare: "ü", never: /ñ(?![aeiouáéíóú])/g },
  {
    encodings: western,
    usual: "ãçáéíóâê",
    rare: "õôúà",
    never: /ã(?=[abcdfgjlpqrtuvx])|õ(?=[a-df-rt-z])|ê[aeou]/g,
  },
  { encodings: western, usual: "æøå", rare: "éèêôòóäöü", never: /[aeiouyø]æ|æ[aeiou]|ø[aeouéíá]/g },
  { encodings: central, usual: "ąćęłńóśźż", never: /[aeouyó][ąę]|[ąę][aeiouyó]|(?<!\p{L})[ąęń]/gu },
  { encodings: western, usual: "àèéìòù", never: /[àèìòù](?=\p{L})/gu },
  { encodings: ["windows-1254"], usual: "çğıöşü", rare: "âî", never: /(?<![aeiouöüıâ])ğ/g },
  { encodings: central, usual: "ăâîşţ" },
  {
    encodings: central,
    usual: "áčďéěíňřšťúůýž",
    rare: "ó",
    never: /[bcdfghjklmnpqrstvwxz]ř[bcdfghjklmnpqrstvwxz]/g,
  },
  { encodings: central, usual: "áéíóöőúüű", never: /[őű][aeiou]/g },
  { encodings: western, usual: "åäö", rare: "é" },
  { encodings: central, usual: "čćšž", rare: "đ", never: /ć[bcdfghjklmnpqrstvwxz]/g },
  { encodings: central, usual: "áčéíňšťúýž", rare: "äďĺľóôŕ" },
  { encodings: western, usual: "àçèéíòóú", rare: "ïü", never: /[èò][aeouàáéèíóòú]/g },
  { encodings: ["windows-1257"], usual: "ąčęėįšųūž", never: /[ųę][bdfgjklmnprtvz]/g },
  {
    encodings: western,
    usual: "áðéíóúýþæö",
    never: /[aeiouyáéíóúýö]þ|þ(?![aeiouyáéíóúýöæjrv])|(?<!\p{L})ð/gu,
  },
  { encodings: ["windows-1257"], usual: "āčēģīķļņšūž" },
  { encodings: ["windows-1257"], usual: "äõöü", rare: "šž" },
];

/** A capital letter that follows a small one. */
const wrongCase = /(?<=\p{Ll})(?![\0-\x7f])\p{Lu}/gu;
/** A sign beside a letter that is none of those which stand before a word, after one, or in it. */
const strangeSign =
  /(?<=\p{L})[^\0-\x7f\p{L}’·–—…\xad\xa0](?=\p{L})|(?<!\p{L})[^\0-\x7f\p{L}«„“‘‚‹¿¡—–…§£€©·•†\xa0](?=\p{L})|(?<=\p{L})[^\0-\x7f\p{L}»”“’›…‰°®™©ª€º—–·†\xa0](?!\p{L})/gu;
/** A sign that is no letter. */
const mark = /(?![\0-\x7f])\P{L}/gu;
const control = /[\u0080-\u009f\ufffd]/;
const signsOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How well letters fit a language. */
function fitOf(letters: string, small: string, { usual, rare = "", never }: Language): number {
  let fit = never ? -2 * signsOf(small, never) : 0;
  for (const letter of letters) fit += usual.includes(letter) ? 1 : rare.includes(letter) ? 0.5 : -2;
  return fit;
}

const sampleSigns = 16_384; // more letters make no language surer

/**
 * The encoding of a text of Latin letters: the one in which its letters are those of a language, and stand where that has them.
 *
 * @returns null for a text whose letters fit none
 */
export function guessLatin(bytes: Uint8Array): string | null {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  const sample = Buffer.from(
    lines
      .filter((line) => /[\x80-\xff]/.test(line))
      .join("\n")
      .slice(0, sampleSigns),
    "latin1",
  );
  let best: string | null = null;
  let most = 0;
  for (const encoding of new Set(languages.flatMap(({ encodings }) => encodings))) {
    const text = new TextDecoder(encoding).decode(sample);
    if (control.test(text)) continue;
    const misplaced = signsOf(text, strangeSign);
    const marks = signsOf(text, mark) - 3 * misplaced - 2 * signsOf(text, wrongCase);
    const small = text.toLowerCase();
    const letters = (small.match(/(?![\0-\x7f])\p{L}/gu) ?? []).join("");
    for (const [index, language] of languages.entries()) {
      if (!language.encodings.includes(encoding)) continue;
      const fit =
        marks + fitOf(letters, small, language) - index / 1_000 - (encoding === "macintosh" ? 2 : 0);
      if (best !== null && fit <= most) continue;
      most = fit;
      best = encoding;
    }
  }
  return most > 0 ? best : null;
}
