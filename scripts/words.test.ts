import { expect, test } from "vitest";
import { readDocuments, readSentences, type Sentence } from "./words/read-sentences.ts";
import { chineseVariants, englishVariants, type Variant } from "./words/tables.ts";

const node = "packages/node/src";
const sentences = readSentences(
  "packages/web/src/messages/**/*.ts",
  ...["cli", "config", "domain", "errors", "graphql", "jobs", "mail", "modules", "peers", "startup"].map(
    (folder) => `${node}/${folder}/**/*.ts`,
  ),
  "packages/import/src/**/*.ts",
);

/** The sentences that have a variant, each with the better word. */
function findVariants(from: readonly Sentence[], variants: readonly Variant[]): string[] {
  return from.flatMap(({ at, text }) =>
    variants
      .filter(({ variant, except }) => variant.test(text) && !except?.test(at))
      .map(({ better }) => `${at} ${text} → ${better}`),
  );
}

// The words by which people find a setting are theirs.
const isChinese = ({ text }: Sentence) => /\p{Script=Han}/u.test(text);

test("one thing has one name in English", () => {
  const english = sentences.filter((sentence) => !isChinese(sentence));
  expect(english.length).toBeGreaterThan(4_000);
  expect(findVariants(english, englishVariants).length).toBeLessThanOrEqual(874);
});

test("one thing has one name in Chinese", () => {
  const chinese = sentences.filter(isChinese);
  expect(chinese.length).toBeGreaterThan(2_000);
  expect(findVariants(chinese, chineseVariants).length).toBeLessThanOrEqual(228);
});

test("documents don't get more of such words", () => {
  // The law has its own words.
  const isLaw = ({ at }: Sentence) => /^docs\/(?:specification|protocol-decisions)[.]md/.test(at);
  const documents = readDocuments("docs/*.md", "README.md", "SECURITY.md", "CHANGELOG.md").filter(
    (sentence) => !isLaw(sentence),
  );
  expect(findVariants(documents, englishVariants).length).toBeLessThanOrEqual(413);
});
