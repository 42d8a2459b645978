import fc from "fast-check";
import { expect, it } from "vitest";
import { splitWords } from "./terms.ts";

const terms = (text: string) => [...splitWords(text)].map(({ term }) => term);

it("takes words apart from what is between them, and folds them", () => {
  expect(terms("Don’t panic: it’s Émile's café (№ 42)!")).toEqual([
    "dont",
    "panic",
    "it",
    "emile",
    "cafe",
    "42",
  ]);
  expect(terms("ΣΊΣΥΦΟΣ Ёлка ＡＢＣ ﬁn İstanbul")).toEqual(["σισυφοσ", "елка", "abc", "fin", "istanbul"]);
});

it("folds letters, widths and scripts", () => {
  expect(terms("Straße Ærø Łódź")).toEqual(["strasse", "aero", "lodz"]);
  for (const word of ["かたかな", "カタカナ", "ｶﾀｶﾅ"])
    expect(terms(word)).toEqual(["かた", "たか", "かな", "な"]);
  expect(terms("ｶﾞﾗｽ")).toEqual(terms("ガラス"));
  for (const word of ["圖書館", "図書館", "图书馆"]) expect(terms(word)).toEqual(["图书", "书馆", "馆"]);
  expect(terms("كتـاب أحمد שלום")).toEqual(["كتاب", "احمد", "שלומ"]);
  expect(terms("O’Neill l’homme lighthouse’s")).toEqual(["oneill", "l", "homme", "lighthouse"]);
});

it("leaves vowels that are marks where they belong to the word", () => {
  expect(terms("हिन्दी")).toEqual(["हिन्दी"]);
  expect(terms("か\u3099く")).toEqual(["がく", "く"]);
});

it("pairs the signs of writing without blanks", () => {
  expect(terms("世界和平。手机iPhone壳")).toEqual([
    "世界",
    "界和",
    "和平",
    "平",
    "手机",
    "机",
    "iphone",
    "壳",
  ]);
  expect(terms("한국어 ภาษาไทย")).toEqual(["한국", "국어", "어", "ภา", "าษ", "ษา", "าไ", "ไท", "ทย", "ย"]);
});

it("returns the position of each word", () => {
  const text = "a 😀 b𝒳c 世界";
  for (const { term, start, end } of splitWords(text)) expect(terms(text.slice(start, end))).toContain(term);
});

it("gives letters and digits alone, short and inside the text, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      let last = 0;
      for (const { term, start, end } of splitWords(text)) {
        expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
        expect([...term].length).toBeLessThanOrEqual(32);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = start;
      }
    }),
    { numRuns: 2_000 },
  );
});
