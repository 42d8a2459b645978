import { readFileSync } from "node:fs";
import { join } from "node:path";
import dictionary from "dictionary-en-gb";
import nspell from "nspell";
import { expect, test } from "vitest";
import { readDocuments, readSentences } from "./words/read-sentences.ts";

/** Names and terms that no dictionary has, one in a line. */
const own = readFileSync(join(import.meta.dirname, "words/own-words.txt"), "utf8")
  .split("\n")
  .filter(Boolean);

/** A word in small letters, as sentences have it: names and abbreviations have capitals. */
const word = /(?<![\p{L}\p{N}_./@#$'’&-])[a-z][a-z]+(?:['’][a-z]+)?(?![\p{L}\p{N}_/@(&-]|\.\w)/gu;

test("the words of texts and documents are spelled as in a British dictionary, or are terms of ours", () => {
  const { aff, dic } = dictionary;
  const speller = nspell(Buffer.from(aff), Buffer.from(dic));
  for (const one of own) speller.add(one);
  const sentences = [
    ...readSentences("packages/web/src/messages/**/*-en.ts"),
    ...readDocuments(
      "docs/*.md",
      "docs/decisions/*.md",
      "README.md",
      "SECURITY.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
    ),
  ];
  const places = new Map<string, string>();
  for (const { at, text } of sentences)
    for (const [found] of text.matchAll(word)) places.set(found.replace("’", "'"), at);
  expect(places.size).toBeGreaterThan(2_000);
  expect(
    [...places]
      .filter(([one]) => !speller.correct(one.replace(/'s$/, "")))
      .map(([one, at]) => `${one} (${at})`)
      .sort(),
  ).toEqual([]);
});
