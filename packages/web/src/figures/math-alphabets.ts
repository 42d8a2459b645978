/** The code points of Unicode's alphabets for formulas: of A, of a and of 0; null where it has none. */
const alphabets: Readonly<Record<string, readonly [number, number, number | null]>> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  "bold-italic": [0x1d468, 0x1d482, null],
  script: [0x1d49c, 0x1d4b6, null],
  fraktur: [0x1d504, 0x1d51e, null],
  "double-struck": [0x1d538, 0x1d552, 0x1d7d8],
  "sans-serif": [0x1d5a0, 0x1d5ba, 0x1d7e2],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};

/** Letters that Unicode had before the alphabets. */
const earlier: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  script: { B: "ℬ", E: "ℰ", F: "ℱ", H: "ℋ", I: "ℐ", L: "ℒ", M: "ℳ", R: "ℛ", e: "ℯ", g: "ℊ", o: "ℴ" },
  fraktur: { C: "ℭ", H: "ℌ", I: "ℑ", R: "ℜ", Z: "ℨ" },
  "double-struck": { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" },
};

/** Writes the letters of `mathvariant` as characters: browsers follow MathML Core, which has no such attribute but "normal". */
export function writeAlphabets(mathml: string): string {
  return mathml.replace(
    /<(mi|mn|mtext) mathvariant="([a-z-]+)">([^<]*)</g,
    (whole, tag: string, variant: string, text: string) => {
      const alphabet = alphabets[variant];
      if (!alphabet) return whole;
      // An entity such as &amp; stays as it is.
      const letters = text.replace(/&[^;&]*;|[A-Za-z0-9]/g, (letter) =>
        letter.length > 1 ? letter : toAlphabet(letter, variant, alphabet),
      );
      return `<${tag}>${letters}<`;
    },
  );
}

function toAlphabet(
  letter: string,
  variant: string,
  [capitals, small, digits]: readonly [number, number, number | null],
): string {
  const known = earlier[variant]?.[letter];
  if (known) return known;
  const code = letter.charCodeAt(0);
  if (code >= 97) return String.fromCodePoint(small + code - 97);
  if (code >= 65) return String.fromCodePoint(capitals + code - 65);
  return digits === null ? letter : String.fromCodePoint(digits + code - 48);
}
