/** The share of letters that decides, and how many letters are looked at. */
const decisive = 0.15;
const lookedAt = 3_000;

const scripts = [
  ["Jpan", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Kore", /\p{Script=Hangul}/gu],
  ["Hans", /\p{Script=Han}/gu],
  ["Cyrl", /\p{Script=Cyrillic}/gu],
  ["Arab", /\p{Script=Arabic}/gu],
  ["Grek", /\p{Script=Greek}/gu],
  ["Hebr", /\p{Script=Hebrew}/gu],
  ["Deva", /\p{Script=Devanagari}/gu],
  ["Thai", /\p{Script=Thai}/gu],
] as const;

/**
 * The language of a text by its script (BCP 47): the first of the likely ones that is written so, else the one with the most
 * speakers; null for a text without letters.
 *
 * @param likely languages of the author and of the page
 */
export function languageOfText(text: string, likely: readonly string[]): string | null {
  const script = scriptOf(text.slice(0, lookedAt));
  if (script === null) return null;
  const fitting = likely.find((language) => scriptOfLanguage(language) === script);
  return fitting ?? new Intl.Locale(`und-${script}`).maximize().language;
}

function scriptOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  // A Chinese character counts as a few Latin letters, and code is Latin in every language.
  const found = scripts.find(([, pattern]) => (text.match(pattern)?.length ?? 0) / letters >= decisive);
  return found?.[0] ?? "Latn";
}

function scriptOfLanguage(language: string): string | undefined {
  try {
    const { script } = new Intl.Locale(language.replaceAll("_", "-")).maximize();
    return script === "Hant" ? "Hans" : script;
  } catch {
    return undefined;
  }
}
