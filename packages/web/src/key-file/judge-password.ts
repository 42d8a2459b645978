/** How long guessing would take somebody who has the file. */
export type PasswordStrength = "none" | "short" | "weak" | "fair" | "strong";

/** What goes on: at least this. */
export function isEnough(strength: PasswordStrength): boolean {
  return strength === "fair" || strength === "strong";
}

const shortest = 10;
const [fairBits, strongBits] = [50, 75];

/** What guessers begin with; a password is no better for holding one of them. */
const usual =
  /pass(word|wort)?|kennwort|qwert[yz]|asdf|zxcv|letmein|welcome|admin|dragon|monkey|iloveyou|freehold|ethereum|bitcoin|wallet|secret|login|mima|woaini|(19|20)\d\d/g;

/** What a letter of a word is worth, in bits: four words out of a dictionary are about 50. */
const bitsInWord = 2.5;

/**
 * Judges a password by the number of guesses that it stands: of what its signs are chosen, and how many are there once
 * that is taken out which a guesser knows (usual words, years, runs such as 1234, repetitions).
 *
 * @param known what is said of its owner elsewhere, and easily guessed
 */
export function judgePassword(password: string, known: readonly string[] = []): PasswordStrength {
  if (password === "") return "none";
  if (password.length < shortest) return "short";
  const bits = bitsOf(takeOutKnown(password, known), Math.log2(alphabetOf(password)));
  if (bits < fairBits) return "weak";
  return bits < strongBits ? "fair" : "strong";
}

/** A usual word counts as one sign. */
function takeOutKnown(password: string, known: readonly string[]): string {
  let text = password.toLowerCase();
  for (const word of known) if (word.length > 2) text = text.replaceAll(word.toLowerCase(), "\u0001");
  return text.replace(usual, "\u0001");
}

function bitsOf(text: string, bitsOfSign: number): number {
  const inWords = new Set<number>();
  for (const { 0: word, index } of text.matchAll(/[a-z]{3,}/g)) {
    if (/[aeiouy]/.test(word)) for (let at = 0; at < word.length; at += 1) inWords.add(index + at);
  }
  const worth = [...text].map((sign, at, all) => {
    const [before, first] = [all[at - 1], all[at - 2]];
    if (sign === before || (first !== undefined && isRun(first, before ?? "", sign))) return 0;
    return inWords.has(at) ? Math.min(bitsInWord, bitsOfSign) : bitsOfSign;
  });
  const most = new Set(text).size * 2 * bitsOfSign;
  return Math.min(
    most,
    worth.reduce((sum, bits) => sum + bits, 0),
  );
}

/** Three signs that stand beside each other in the alphabet, forwards or backwards. */
function isRun(first: string, second: string, third: string): boolean {
  const step = codeOf(second) - codeOf(first);
  return Math.abs(step) === 1 && codeOf(third) - codeOf(second) === step;
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[ -/:-@[-`{-~]/, 20],
    [/[^ -~]/, 100],
  ];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 2);
}
