import fc from "fast-check";
import { expect, it } from "vitest";
import { parseQuery } from "./parse-query.ts";
import { searchLimits } from "./search-limits.ts";

const nothing = { wanted: [], unwanted: [], from: [], notFrom: [], since: null, before: null, problems: [] };
const word = (term: string, isPrefix = false) => ({ terms: [term], isMark: false, isPrefix });

it("reads words, of which the last may be unfinished", () => {
  expect(parseQuery("Green tree")).toEqual({ ...nothing, wanted: [word("green"), word("tree", true)] });
  expect(parseQuery("tree ")).toEqual({ ...nothing, wanted: [word("tree")] });
});

it("reads phrases, tags, mentions and what is not wanted", () => {
  expect(parseQuery('"green tree" #Oak @Ada -moss -"old oak" -#elm')).toEqual({
    ...nothing,
    wanted: [
      { terms: ["green", "tree"], isMark: false, isPrefix: false },
      { terms: ["#oak"], isMark: true, isPrefix: false },
      { terms: ["@ada"], isMark: true, isPrefix: false },
    ],
    unwanted: [
      word("moss"),
      { terms: ["old", "oak"], isMark: false, isPrefix: false },
      { terms: ["#elm"], isMark: true, isPrefix: false },
    ],
  });
});

it("reads who and when, and the narrowest of several times", () => {
  expect(
    parseQuery('FROM:ada from:"Bob B" -from:eve after:2024-02-29 after:2024-01-01 before:2024-03-01'),
  ).toEqual({
    ...nothing,
    from: ["ada", "Bob B"],
    notFrom: ["eve"],
    since: Date.UTC(2024, 1, 29) / 1000,
    before: Date.UTC(2024, 2, 1) / 1000,
  });
  expect(parseQuery("-after:2024-02-29").before).toBe(Date.UTC(2024, 1, 29) / 1000);
});

it("reads phrases in the quotation marks of other languages", () => {
  for (const text of [
    "“old oak”",
    "„old oak“",
    "«old oak»",
    "「old oak」",
    "『old oak』",
    "＂old oak＂",
    "“old oak",
  ])
    expect([text, parseQuery(text).wanted]).toEqual([
      text,
      [{ terms: ["old", "oak"], isMark: false, isPrefix: false }],
    ]);
  expect(parseQuery("from：“Ada B” x").from).toEqual(["Ada B"]);
});

it("reads years, months and days", () => {
  const at = (year: number, month = 0, day = 1) => Date.UTC(year, month, day) / 1000;
  expect(parseQuery("before:2012").before).toBe(at(2012));
  expect(parseQuery("until:2012-03").before).toBe(at(2012, 2));
  expect(parseQuery("since:2012/3/9").since).toBe(at(2012, 2, 9));
  expect(parseQuery("after：２０１２").since).toBe(at(2012));
  expect(parseQuery("-since:2012-03").before).toBe(at(2012, 2));
});

it("says which dates and operators it can't read", () => {
  const problems = (text: string) =>
    parseQuery(text).problems.map(({ kind, text: part }) => `${kind} ${part}`);
  expect(parseQuery("before:lunch ")).toEqual({
    ...nothing,
    problems: [{ kind: "date", text: "before:lunch" }],
  });
  expect(problems("oak after:2024-02-30 since:2012-13 before:12 after:0000-00")).toEqual([
    "date after:2024-02-30",
    "date since:2012-13",
    "date before:12",
    "date after:0000-00",
  ]);
  expect(parseQuery("oak after:2024-02-30").since).toBeNull();
  expect(problems('title:oak -Author:"Ada B" title:elm')).toEqual(["operator title:", "operator author:"]);
  expect(parseQuery("title:oak ").wanted).toEqual([
    { terms: ["title", "oak"], isMark: false, isPrefix: false },
  ]);
  expect(problems("https://a.example at 10:30, std::vector Note: c:\\a from: before:")).toEqual([]);
});

it("reads what makes no sense as words", () => {
  expect(parseQuery("#1 #a-b ").wanted.map(({ terms }) => terms)).toEqual([["1"], ["a", "b"]]);
  expect(parseQuery('from: - -- " "" ! *')).toEqual({ ...nothing, wanted: [word("from")] });
});

it("reads writing without blanks as a phrase of pairs", () => {
  expect(parseQuery("世界和平").wanted[0]?.terms).toEqual(["世界", "界和", "和平"]);
  expect(parseQuery("平 ").wanted).toEqual([word("平", true)]);
});

it("makes of any text a search of a bounded size", () => {
  const operators = fc.constantFrom(
    '"',
    "-",
    "#",
    "@",
    "from:",
    "before:",
    "(",
    "*",
    "AND",
    "NEAR(",
    "\0",
    "'",
    "\\",
    " ",
  );
  const text = fc
    .array(fc.oneof(operators, fc.string({ unit: "binary" })), { maxLength: 60 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, (query) => {
      const { wanted, unwanted, from, notFrom } = parseQuery(query);
      expect(wanted.length + unwanted.length + from.length + notFrom.length).toBeLessThanOrEqual(
        searchLimits.parts,
      );
      for (const { terms, isMark } of [...wanted, ...unwanted]) {
        expect(terms.length).toBeGreaterThan(0);
        for (const term of terms)
          expect(term).toMatch(isMark ? /^[#@][\p{L}\p{M}\p{N}_.-]+$/u : /^[\p{L}\p{M}\p{N}]+$/u);
      }
    }),
    { numRuns: 3_000 },
  );
});
