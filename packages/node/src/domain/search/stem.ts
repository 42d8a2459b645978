/** The languages whose words have a rule here, by the words that nearly every text in them has. */
const commonWords = {
  en: "the and of is in to that it was for with on are this have not you be as at by from",
  de: "der die das und ist nicht ein eine ich mit den von zu auf dem sich auch es im wir fur wie",
  fr: "le la les des et est dans une pas pour que qui du je nous sur au avec ce il sont plus",
  es: "el la los las de y en es una por con que del no para se su como lo un al mas",
  pt: "o os as do da em um uma nao para com que e dos das no na por se ao mais foi",
  it: "il lo gli di che e un una per non con del della sono nel si come anche i le dei alla",
  nl: "de het een en van is niet op te dat met voor ik zijn aan die ook er maar om wij naar",
} as const;

/** A language with a rule for its plurals. */
export type StemLanguage = keyof typeof commonWords;

export const languages = Object.keys(commonWords) as StemLanguage[];
const languagesOfWord = new Map<string, StemLanguage[]>();
for (const language of languages)
  for (const word of commonWords[language].split(" "))
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language]);

/** How much of a text is read for its language. */
const lookedAt = 3_000;

/** The language of a text in Latin letters, by its most common words; English where there are none. */
export function languageOf(text: string): StemLanguage {
  const counts = new Map<StemLanguage, number>();
  const plain = text
    .slice(0, lookedAt)
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  for (const [word] of plain.matchAll(/[a-z]+/g))
    for (const language of languagesOfWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  return languages.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));
}

/** An ending, what stands in its place, and how many letters are before it at least. */
type Ending = readonly [ending: string, instead: string, before: number];

const rules: Record<StemLanguage | "ru", readonly Ending[]> = {
  en: [
    ["ss", "ss", 0],
    ["us", "us", 0],
    ["is", "is", 0],
    ["ies", "y", 2],
    ["ie", "y", 2],
    ["ches", "ch", 2],
    ["che", "ch", 2],
    ["shes", "sh", 1],
    ["xes", "x", 1],
    ["xe", "x", 1],
    ["sses", "ss", 1],
    ["zzes", "zz", 1],
    ["oes", "o", 3],
    ["oe", "o", 3],
    ["s", "", 3],
  ],
  de: [
    ["innen", "in", 3],
    ["ern", "", 3],
    ["en", "", 3],
    ["er", "", 3],
    ["es", "", 3],
    ["em", "", 3],
    ["e", "", 3],
    ["n", "", 4],
    ["s", "", 4],
  ],
  fr: [
    ["eaux", "eau", 1],
    ["aux", "al", 2],
    ["ss", "ss", 0],
    ["s", "", 3],
    ["x", "", 3],
  ],
  es: [
    ["ces", "z", 2],
    ["es", "", 3],
    ["e", "", 3],
    ["s", "", 3],
  ],
  pt: [
    ["oes", "ao", 1],
    ["aes", "ao", 1],
    ["aos", "ao", 1],
    ["ais", "al", 2],
    ["eis", "el", 2],
    ["ns", "m", 2],
    ["res", "r", 2],
    ["re", "r", 3],
    ["zes", "z", 2],
    ["ses", "s", 2],
    ["s", "", 3],
  ],
  it: [
    ["che", "c", 2],
    ["chi", "c", 2],
    ["ghe", "g", 2],
    ["ghi", "g", 2],
    ["ca", "c", 2],
    ["co", "c", 2],
    ["ga", "g", 2],
    ["go", "g", 2],
    ["a", "", 3],
    ["e", "", 3],
    ["i", "", 3],
    ["o", "", 3],
  ],
  nl: [
    ["eren", "", 3],
    ["en", "", 3],
    ["els", "el", 2],
    ["ers", "er", 2],
    ["jes", "je", 2],
    ["ies", "ie", 2],
  ],
  ru: [
    ..."ами ями ого его ому ему ои еи ии ыи ая яя ое ее ые ие ым им ых их ом ем ам ям ах ях ов ев"
      .split(" ")
      .map((ending) => [ending, "", 3] as const),
    ..."а я о е ы и і у ю ь".split(" ").map((ending) => [ending, "", 3] as const),
  ],
};

/** English plurals that no ending tells, and words that look like plurals. */
const irregular = new Map(
  (
    "children:child men:man women:woman mice:mouse geese:goose feet:foot teeth:tooth oxen:ox leaves:leaf lives:life " +
    "wolves:wolf knives:knife wives:wife shelves:shelf halves:half loaves:loaf thieves:thief calves:calf " +
    "buses:bus gases:gas lenses:lens lens:lens quizzes:quiz menus:menu gurus:guru taxis:taxi skis:ski " +
    "analyses:analysis crises:crisis theses:thesis hypotheses:hypothesis criteria:criterion phenomena:phenomenon " +
    "news:news series:series species:species always:always does:does was:was has:has yes:yes gas:gas"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** The letter behind a word of another language than English; no folded word has one. */
const signs: Record<StemLanguage, string> = { en: "", de: "ᵈ", fr: "ᶠ", es: "ˢ", pt: "ᵖ", it: "ⁱ", nl: "ⁿ" };

const latin = /^[a-z]{3,}$/;
const cyrillic = /^\p{Script=Cyrillic}{4,}$/u;

/**
 * A folded word without the ending of its plural, as the index of a text in this language has it. Words of other scripts stay, and so do
 * short ones. The same word in two languages is two terms: the German rule for `care` would be the English `car`.
 */
export function stem(term: string, language: StemLanguage): string {
  if (latin.test(term)) return `${stemLatin(term, language)}${signs[language]}`;
  return cyrillic.test(term) ? withoutEnding(term, rules.ru) : term;
}

function stemLatin(term: string, language: StemLanguage): string {
  const known = language === "en" ? irregular.get(term) : undefined;
  if (known !== undefined) return known;
  const plain = withoutEnding(term, rules[language]);
  return language === "nl" ? spellDutch(plain, term) : plain;
}

function withoutEnding(term: string, endings: readonly Ending[]): string {
  const found = endings.find(
    ([ending, , before]) => term.length >= ending.length + before && term.endsWith(ending),
  );
  return found ? `${term.slice(0, term.length - found[0].length)}${found[1]}` : term;
}

/** Boom and bomen, man and mannen, huis and huizen, brief and brieven: the spelling depends on the syllable. */
function spellDutch(plain: string, term: string): string {
  const single = plain.replace(/([a-z])\1$/, "$1").replace(/([aeou])\1(?=[^aeiou]+$)/, "$1");
  return single === term ? single : single.replace(/z$/, "s").replace(/v$/, "f");
}

/** Words in all forms in which texts in these languages may have them, each form once. */
export function stemsOf(terms: readonly string[], within: readonly StemLanguage[]): string[][] {
  const forms = new Map<string, string[]>();
  for (const language of within) {
    const form = terms.map((term) => stem(term, language));
    forms.set(form.join(" "), form);
  }
  return [...forms.values()];
}
